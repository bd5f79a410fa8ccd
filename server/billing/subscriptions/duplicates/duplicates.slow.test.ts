/** At the other companies. */
import './duplicates.service.test.ts';

/** At the other providers. */
import './duplicates.service.test.ts';

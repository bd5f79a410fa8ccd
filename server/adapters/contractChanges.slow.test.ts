/** At the other companies. */
import './contractChanges.service.test.ts';

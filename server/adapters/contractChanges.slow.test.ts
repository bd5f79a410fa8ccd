/** At the other providers. */
import './contractChanges.service.test.ts';

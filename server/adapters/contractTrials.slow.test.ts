/** At the other providers. */
import './contractTrials.service.test.ts';

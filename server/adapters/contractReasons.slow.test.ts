/** At the other providers. */
import './contractReasons.service.test.ts';

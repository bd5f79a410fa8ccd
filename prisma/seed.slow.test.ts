/** At the other companies. */
import './seed.service.test.ts';

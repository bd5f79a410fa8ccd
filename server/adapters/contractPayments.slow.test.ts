/** At the other companies. */
import './contractPayments.service.test.ts';

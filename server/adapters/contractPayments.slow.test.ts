/** At the other providers. */
import './contractPayments.service.test.ts';

/** At the other companies. */
import './contractTax.service.test.ts';

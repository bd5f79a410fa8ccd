/** At the other companies. */
import './checkPurchases.service.test.ts';

/** At the other providers. */
import './checkPurchases.service.test.ts';

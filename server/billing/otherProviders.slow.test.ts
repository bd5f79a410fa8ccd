/** At another provider. */
import './accounts/late/lateCharges.service.test.ts';
import './checkout/awaitedPayment.service.test.ts';
import './events/foreignCustomer.service.test.ts';
import './requests/linked.service.test.ts';
import './sync/prices/comparePrices.service.test.ts';
import './sync/prices/learnPrices.service.test.ts';
import './sync/prices/otherProduct.service.test.ts';

/** At another provider. */
import './discounts.service.test.ts';
import './eraseAccount.service.test.ts';
import './firstCheckout.service.test.ts';
import './former.service.test.ts';
import './linkedCustomer.service.test.ts';
import './lostCustomer.service.test.ts';
import './oneCheckout.service.test.ts';
import './takenAddress.service.test.ts';
import './trials.service.test.ts';
import './whoseCustomer.service.test.ts';

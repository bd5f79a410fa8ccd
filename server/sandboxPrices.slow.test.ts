// For the providers that the fast tests leave out.
import './sandboxPrices.service.test.ts';

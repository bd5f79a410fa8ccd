/** Four of each kind, at another provider. */
import './movingIn.service.test.ts';

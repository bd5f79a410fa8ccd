/** The whole company, at another provider. */
import './movingIn.service.test.ts';

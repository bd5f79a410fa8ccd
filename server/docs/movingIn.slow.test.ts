/** The whole company, at each provider. */
import './movingIn.service.test.ts';

/** At another provider. */
import './auth/callers/organisations.service.test.ts';
import './cli/link.service.test.ts';

import { describeFaults } from '../../testing/company/providerFaults.ts';
import { beta } from './adapter.ts';

describeFaults({
  definition: beta,
  secretKey: 'creem_hidden',
  changes: [{ kind: 'resume' }, { kind: 'cancel_now' }],
  refused: [403, { error: 'Forbidden' }],
});

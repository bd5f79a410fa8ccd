import { describeFaults } from '../../testing/company/providerFaults.ts';
import { gamma } from './adapter.ts';

describeFaults({
  definition: gamma,
  secretKey: 'polar_oat_hidden',
  changes: [{ kind: 'change_plan', plan: 'pro', interval: 'month' }, { kind: 'resume' }, { kind: 'cancel_now' }],
  refused: [401, { error: 'invalid_token' }],
});

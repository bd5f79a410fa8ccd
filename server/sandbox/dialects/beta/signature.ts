import { createHmac } from 'node:crypto';
import type { Outgoing } from '../dialect.ts';

/** Lower-case hex HMAC-SHA256 of the body. The key is the secret string as it is. No timestamp is signed. */
export function headers({ body, secret, signatureHeader }: Outgoing): Record<string, string> {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return { [signatureHeader]: signature, 'user-agent': 'Sandbox/1.0 (beta)' };
}

import { createHmac } from 'node:crypto';
import type { Outgoing } from '../dialect.ts';

/** `t=<Unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. The key is the secret string as it is. */
export function headers({ body, sentAt, secret, signatureHeader }: Outgoing): Record<string, string> {
  const v1 = createHmac('sha256', secret).update(`${sentAt}.${body}`).digest('hex');
  return { [signatureHeader]: `t=${sentAt},v1=${v1}`, 'user-agent': 'Sandbox/1.0 (alpha)' };
}

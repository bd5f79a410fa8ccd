import { createHmac } from 'node:crypto';
import { secretsOf } from './sandbox.ts';
import type { RunningService } from './service.ts';

/** Delivers an event as alpha's sandbox would, signed with the secret that the service generated. */
export async function deliver(
  service: RunningService,
  event: { type: string; created: number; object: { id: string } },
) {
  const { sandboxWebhookSecret } = secretsOf(service);
  const { type, created, object } = event;
  const body = JSON.stringify({ id: `evt_${object.id}_${type}_${created}`, type, created, data: { object } });
  const now = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', sandboxWebhookSecret).update(`${now}.${body}`).digest('hex');
  const response = await fetch(`${service.url}/api/webhooks/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'alpha-signature': `t=${now},v1=${digest}` },
    body,
  });
  if (!response.ok) throw new Error(`${type} answered ${response.status}: ${await response.text()}`);
}

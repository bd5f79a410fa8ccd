import { createHmac, randomUUID } from 'node:crypto';

type Bytes = string | Buffer;
/** @param id the event's id, for providers that send it in a header; default: a new one. */
type Sign = (body: Bytes, secret: string, id?: string) => Record<string, string>;

const seconds = () => String(Math.floor(Date.now() / 1000));
const hmac = (secret: string, before: string, body: Bytes) => createHmac('sha256', secret).update(before).update(body);

/** Signs as each provider does, without the adapters' code. */
export const signers: Record<string, Sign> = {
  alpha: (body, secret) => {
    const now = seconds();
    return { 'alpha-signature': `t=${now},v1=${hmac(secret, `${now}.`, body).digest('hex')}` };
  },
  beta: (body, secret) => ({ 'beta-webhook-signature': hmac(secret, '', body).digest('hex') }),
  gamma: (body, secret, id = randomUUID()) => {
    const now = seconds();
    const digest = hmac(secret, `${id}.${now}.`, body).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': now, 'x-signature': `v1,${digest}` };
  },
};

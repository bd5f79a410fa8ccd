import type { Answer } from '../../calls/ask.ts';
import type { Fact, ModelPlan } from '../../events/wire.ts';
import { messageOf, post } from './deliveries.ts';
import { lifeOf } from './lives.ts';
import type { ServiceProcess } from './service.ts';

export interface Visitor {
  id: string;
  cookie: string;
}

const json = { 'content-type': 'application/json' };

/** Signs up a user who already is a customer of the active provider. */
export async function visit(service: ServiceProcess, name: string): Promise<Visitor> {
  const visitor = await signUp(service, name);
  const { customer } = lifeOf({ name: `visitor_${name}`, steps: [], startsAt: 0, apart: 0 });
  const fact: Fact = {
    id: `evt_visitor_${name}`,
    at: Date.now() - 60_000,
    kind: 'customer.created',
    customer: { ...customer, userId: visitor.id },
  };
  await post(service.webhookUrl, messageOf('alpha', fact));
  return visitor;
}

export async function signUp({ url }: Pick<ServiceProcess, 'url'>, name: string): Promise<Visitor> {
  const body = JSON.stringify({ name, email: `${name}@example.com`, password: 'correct horse battery' });
  const { status, text, headers } = await post(`${url}/api/auth/sign-up/email`, { body, headers: json });
  if (status !== 200) throw new Error(`Sign-up answered ${status}: ${text}`);
  const { user } = JSON.parse(text) as { user: { id: string } };
  const cookies = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]);
  return { id: user.id, cookie: cookies.join('; ') };
}

export function clickCheckout(
  { url }: Pick<ServiceProcess, 'url'>,
  { cookie }: Visitor,
  plan: ModelPlan,
): Promise<Answer> {
  const body = JSON.stringify({ plan });
  return post(`${url}/api/payments/checkout`, { body, headers: { ...json, cookie } });
}

export function clickPortal({ url }: ServiceProcess, { cookie }: Visitor): Promise<Answer> {
  return post(`${url}/api/payments/portal`, { body: '{}', headers: { ...json, cookie } });
}

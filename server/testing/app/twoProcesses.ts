import type { Adapter } from '../../adapters/adapter.ts';
import type { Applied } from '../../billing/events/applyBatch.ts';
import { applyEvent } from '../../billing/events/applyEvent.ts';
import { readEvent, readUnsigned } from '../../billing/events/judgeEvent.ts';
import { recordId } from '../../billing/records/recordId.ts';
import { refetchDue } from '../../billing/sync/refetch.ts';
import type { Customer, Payment, Subscription, WebhookEvent } from '../../database/generated/client.ts';
import type { Waits } from '../../deps.ts';
import { type SandboxCompanies, startSandboxCompanies } from '../company/sandboxCompany.ts';
import { signers } from '../company/sign.ts';
import { type Fact, type Provider, toBody } from '../events/wire.ts';
import { SECRET, startTestApp, type TestApp } from './app.ts';

export interface TwoProcesses {
  /** Two instances of the service on one database; their workers are stopped. */
  apps: [TestApp, TestApp];
  companies: SandboxCompanies;
  close(): Promise<void>;
}

/**
 * Starts the service twice for one provider (the others' webhooks are accepted too), with a sandbox for each provider.
 */
export async function startTwoProcesses(provider: Provider = 'alpha', waits?: Waits): Promise<TwoProcesses> {
  const companies = await startSandboxCompanies();
  const environment = {
    PAYMENT_PROVIDER: provider,
    DRAINING_PROVIDERS: 'alpha,beta,gamma',
    LOG_LEVEL: 'info',
    ...companies.environment,
  };
  const first = await startTestApp(environment, undefined, waits);
  const second = await startTestApp(environment, first, waits);
  await Promise.all([first, second].map(({ deps }) => deps.worker.stop()));
  return {
    apps: [first, second],
    companies,
    async close() {
      await second.close();
      await first.close();
      await companies.close();
    },
  };
}

/** Posts a body as its provider would: signed, and for gamma with its event id. Resolves to the response. */
export async function post(app: TestApp, provider: Provider, { id, body }: { id: string; body: unknown }) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await app.deliver(text, { provider, headers: signers[provider]?.(text, SECRET, id) });
  return { status: response.status, text: await response.text() };
}

export async function tell(app: TestApp, provider: Provider, fact: Fact): Promise<void> {
  const { status, text } = await post(app, provider, { id: fact.id, body: toBody(provider, fact) });
  if (status !== 200) throw new Error(`${fact.kind} was answered ${status}: ${text}`);
}

export interface AlphaEvent {
  id?: string;
  type: string;
  /** Unix seconds; null: the event has no time. */
  created?: number | null;
  object: object;
}

export const NOON = Date.UTC(2026, 0, 5, 12) / 1000;
let names = 0;

/** A name that no other record of the run has. */
export const freshName = () => `x${++names}`;

/**
 * Posts an alpha event of this type and `data.object`. Resolves to the response's status and the event's ledger row.
 */
export async function tellAlpha(app: TestApp, { id = `evt_${freshName()}`, type, created = NOON, object }: AlphaEvent) {
  const body = { id, type, data: { object }, ...(created === null ? {} : { created }) };
  const { status } = await post(app, 'alpha', { id, body });
  return { status, event: await recordsOf(app, 'alpha').event(id) };
}

/** Applies an event as `tell` does, without HTTP: for tests with thousands of events. */
export async function apply({ deps }: TestApp, provider: Provider, fact: Fact): Promise<Applied> {
  const { billing } = deps;
  const adapter = billing.adapters.get(provider) as Adapter;
  const json = JSON.stringify(toBody(provider, fact));
  const { event, body } = readUnsigned(adapter, json, { 'webhook-id': fact.id });
  return applyEvent(billing, await readEvent(adapter, event, { body }));
}

/** Runs the tasks, at most `limit` at a time. */
export async function atOnce(limit: number, tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const open = [...tasks];
  const run = async () => {
    for (let task = open.shift(); task; task = open.shift()) await task();
  };
  await Promise.all(Array.from({ length: limit }, run));
}

/** Refetches every pending tie, whenever it is due. */
export async function refetchAll({ deps }: TestApp): Promise<void> {
  const { pool } = deps.billing.database;
  for (let round = 0; round < 1_000; round += 1) {
    const { rowCount } = await pool.query('UPDATE refetch SET "dueAt" = clock_timestamp()');
    if (rowCount === 0) return;
    await refetchDue(deps.billing);
  }
  throw new Error('Ties are still pending after 1,000 rounds');
}

/** Reads the records of one provider by the provider's ids. */
export function recordsOf({ deps }: TestApp, provider: Provider) {
  const { prisma } = deps.billing.database;
  return {
    subscription: (id: string): Promise<Subscription | null> =>
      prisma.subscription.findUnique({ where: { id: recordId('subscription', provider, id) } }),
    customer: (id: string): Promise<Customer | null> =>
      prisma.customer.findUnique({ where: { id: recordId('customer', provider, id) } }),
    payment: (id: string): Promise<Payment | null> =>
      prisma.payment.findUnique({ where: { id: recordId('payment', provider, id) } }),
    event: (eventId: string): Promise<WebhookEvent | null> =>
      prisma.webhookEvent.findUnique({ where: { provider_eventId: { provider, eventId } } }),
  };
}

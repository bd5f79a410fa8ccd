import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Adapter } from '../../adapters/adapter.ts';
import { refetchSubscription } from '../../billing/sync/refetch.ts';
import { apply, atOnce, recordsOf, refetchAll, type TwoProcesses } from '../app/twoProcesses.ts';
import {
  amountOf,
  asSaid,
  type Fact,
  hidesItsEnd,
  type ModelSubscription,
  modelPlans,
  type Provider,
  providers,
  truthOf,
} from '../events/wire.ts';
import { ModelCompany, type Step } from './modelCompany.ts';

const plan = fc.constantFrom(...modelPlans);
const which = fc.nat(2);
const start = fc.record({
  do: fc.constant('start' as const),
  trial: fc.boolean(),
  plan,
  interval: fc.constantFrom('month' as const, 'year' as const),
});
const deed = fc.oneof(
  { weight: 2, arbitrary: start },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('changePlan' as const), which, plan }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('renew', 'fail', 'recover', 'scheduleCancel', 'undo', 'cancel'),
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('changeEmail', 'deleteCustomer') }) },
);
/** At the same time, within a second, some seconds later, or a day later. */
const after = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 999 }),
  fc.integer({ min: 1_000, max: 9_000 }),
  fc.constant(86_400_000),
);
const steps = fc.array(
  fc.tuple(deed, after).map(([what, ms]) => ({ ...what, after: ms }) as Step),
  { minLength: 1, maxLength: 12 },
);

const history = fc.record({
  provider: fc.constantFrom(...providers),
  first: start.map((what) => ({ ...what, after: 1_000 })),
  steps,
  /** For each delivery: how far it is moved, and whether it is repeated or dropped. */
  fates: fc.array(fc.record({ shift: fc.integer({ min: -6, max: 6 }), twice: fc.boolean(), dropped: fc.nat(4) }), {
    minLength: 1,
    maxLength: 30,
  }),
  drops: fc.boolean(),
  readsMidway: fc.boolean(),
  atOnce: fc.integer({ min: 1, max: 8 }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** The start of a history that ends about now, by the provider's clock. */
const startOf = ({ first, steps }: History) =>
  Date.now() - [first, ...steps].reduce((ms, { after }) => ms + after, 60_000);

/** The deliveries in order of arrival. */
function deliveries(facts: readonly Fact[], { fates, drops }: History): Fact[] {
  const fate = (index: number) => fates[index % fates.length] as History['fates'][number];
  return facts
    .flatMap((fact, index) => {
      const { shift, twice, dropped } = fate(index);
      if (drops && dropped === 0) return [];
      const once = { fact, place: index + shift };
      return twice ? [once, { fact, place: index - shift }] : [once];
    })
    .sort((a, b) => a.place - b.place)
    .map(({ fact }) => fact);
}

type Records = ReturnType<typeof recordsOf>;

async function subscriptionFound(records: Records, { id }: ModelSubscription) {
  const record = await records.subscription(id);
  if (!record) return null;
  const { status, plan, interval, amount, currency, cancelAtPeriodEnd } = record;
  const ended = status === 'deleted' || status === 'canceled';
  const period = [record.currentPeriodStart, record.currentPeriodEnd].map((date) => date.getTime());
  const said = { plan, interval, amount, currency, period, canceled: record.canceledAt !== null };
  return { ...said, status: ended ? 'ended' : status, scheduled: !ended && cancelAtPeriodEnd };
}

function subscriptionExpected(provider: Provider, model: ModelSubscription) {
  const sub = asSaid(provider, model);
  const { plan, interval, status, cancelAtPeriodEnd } = sub;
  const amount = (amountOf(sub) / 100).toFixed(2);
  const whole = (at: number) => (provider === 'alpha' ? Math.floor(at / 1000) * 1000 : at);
  const period = [sub.periodStart, sub.periodEnd].map(whole);
  const said = { plan, interval, amount, currency: 'usd', period, canceled: sub.canceledAt !== null };
  const ended = status === 'canceled';
  return { ...said, status: ended ? 'ended' : status, scheduled: !ended && cancelAtPeriodEnd };
}

/** The differences between our records and the provider's after all events. */
async function othersThatDiffer(records: Records, provider: Provider, company: ModelCompany): Promise<object[]> {
  const customer = await records.customer(company.customer.id);
  const { email, deletedAt } = company.customer;
  const wrong: object[] = [];
  if (customer?.email !== email || (customer.deletedAt === null) !== (deletedAt === null)) wrong.push({ customer });
  for (const { id, paid } of company.invoices.values()) {
    const expectedStatus = paid ? 'succeeded' : 'failed';
    const payment = await records.payment(id);
    // Polar's failures name no order: there the first event about an order is its success.
    const isSilent = provider === 'gamma' && !paid;
    if (!isSilent && payment?.status !== expectedStatus) wrong.push({ id, payment, expectedStatus });
  }
  return wrong;
}

interface Life {
  processes: TwoProcesses;
  name: string;
  given: History;
}

async function live({ processes, name, given }: Life): Promise<object[]> {
  const { provider } = given;
  const company = new ModelCompany(name, startOf(given)).live([given.first, ...given.steps]);
  const { billing } = processes.apps[1].deps;
  const adapter = billing.adapters.get(provider) as Adapter;
  const readings = () => company.subscriptions.map(({ id }) => refetchSubscription(billing, adapter, id));
  await processes.companies[provider].know(...company.subscriptions.map((sub) => truthOf(sub, company.customer)));
  const line = deliveries(company.facts, given);
  const tasks = line.map((fact, index) => () => apply(processes.apps[index % 2 === 0 ? 0 : 1], provider, fact));
  const readsAt = Math.floor(tasks.length / 2);
  // A refetch that conflicts with a delivery is rejected; the service would repeat it later.
  if (given.readsMidway) tasks.splice(readsAt, 0, () => Promise.allSettled(readings()) as never);
  await atOnce(given.atOnce, tasks);
  await refetchAll(processes.apps[0]);
  const records = recordsOf(processes.apps[0], provider);
  if (given.drops) await Promise.all(readings());
  const wrong: object[] = given.drops ? [] : await othersThatDiffer(records, provider, company);
  for (const sub of company.subscriptions) {
    const is = await subscriptionFound(records, sub);
    const isHidden = is && hidesItsEnd(provider, company.facts, sub);
    const hidden = isHidden ? { canceled: is.scheduled, scheduled: is.scheduled } : {};
    const should = { ...subscriptionExpected(provider, sub), ...hidden };
    if (!isDeepStrictEqual(is, should)) wrong.push({ id: sub.id, is, should });
  }
  return wrong;
}

/** Delivers random histories and compares our records with the provider's. Throws the smallest history that differs. */
export async function checkHistories(
  processes: TwoProcesses,
  { runs, seed }: { runs: number; seed: number },
): Promise<void> {
  let count = 0;
  const holds = fc.asyncProperty(history, async (given) => {
    const wrong = await live({ processes, name: `h${seed}x${count++}`, given });
    if (wrong.length > 0) throw new Error(`The records differ: ${JSON.stringify(wrong, null, 2)}`);
  });
  await fc.assert(holds, { seed, numRuns: runs });
}

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ReconcileSetup, startReconcileSetup } from '../../../testing/app/reconcileSetup.ts';
import { factOf, subscriptionOf } from '../../../testing/events/alphaObjects.ts';
import { until } from '../../../testing/run/until.ts';

const PEOPLE = 20;
const everyone = [...Array(PEOPLE).keys()];
let setup: ReconcileSetup;

beforeAll(async () => {
  setup = await startReconcileSetup();
  await setup.subscribe(...Array(PEOPLE).keys());
});
beforeEach(() => setup.reset());
afterAll(() => setup.close());

const prisma = () => setup.app.deps.billing.database.prisma;
const running = () => prisma().subscription.count({ where: { status: 'active' } });
const deleted = () => prisma().customer.count({ where: { deletedAt: { not: null } } });

/** The provider forgets these users and their subscriptions, as if they had never been customers. */
const forget = (people: number[]) =>
  setup.company.forget({
    customers: people.map((person) => `cus_${person}`),
    subscriptions: people.map((person) => `sub_${person}`),
  });
/** At the provider their subscriptions have ended. */
const end = (people: number[]) =>
  setup.company.know(...people.map((person) => subscriptionOf(person, { status: 'canceled' })));

/** Restores the initial state. */
async function restore(): Promise<void> {
  await setup.company.forget({ customers: everyone.map((person) => `cus_${person}`) });
  await setup.company.know(...everyone.map((person) => subscriptionOf(person)));
  await prisma().customer.updateMany({ data: { deletedAt: null } });
  await prisma().subscription.updateMany({ data: { status: 'active', canceledAt: null } });
}
beforeEach(restore);

describe('a manual repair', () => {
  test('with a key that knows no customer nothing is ended, and the run says how to confirm', async () => {
    await forget(everyone);
    const run = await setup.run();
    expect(run.stopped).toContain(`${PEOPLE} of ${PEOPLE} live subscriptions and ${PEOPLE} of ${PEOPLE} customers`);
    expect(run.stopped).toContain(`--yes-end ${PEOPLE}`);
    expect(await running()).toBe(PEOPLE);
    expect(await deleted()).toBe(0);
    expect(await prisma().drift.count({ where: { runId: run.id, class: 'missing_there', fixed: false } })).toBe(PEOPLE);
  });

  test('two that the provider does not know are ended, and their customers marked deleted', async () => {
    await forget([1, 2]);
    expect(await setup.run()).toMatchObject({ stopped: null, failed: 0, live: PEOPLE });
    expect(await running()).toBe(PEOPLE - 2);
    expect(await prisma().customer.findMany({ where: { deletedAt: { not: null } } })).toHaveLength(2);
    expect(await prisma().drift.count({ where: { fixed: false } })).toBe(0);
    expect(await setup.run()).toMatchObject({ customers: PEOPLE - 2 });
  });

  test('three of twenty are more than 5 %', async () => {
    await forget([1, 2, 3]);
    expect((await setup.run()).stopped).toContain(`3 of ${PEOPLE} live subscriptions`);
    expect(await running()).toBe(PEOPLE);
  });

  test.each([2, 4])('--yes-end %i for three: nothing is ended', async (yesEnd) => {
    await forget([1, 2, 3]);
    const { stopped } = await setup.run({ yesEnd });
    expect(stopped).toContain(`3 of ${PEOPLE} live subscriptions`);
    expect(stopped).toContain(`--yes-end confirmed ${yesEnd}`);
    expect(await running()).toBe(PEOPLE);
    expect(await deleted()).toBe(0);
  });

  test('--yes-end with the right number ends them', async () => {
    await forget([1, 2, 3]);
    expect(await setup.run({ yesEnd: 3 })).toMatchObject({ stopped: null });
    expect(await running()).toBe(PEOPLE - 3);
    expect(await deleted()).toBe(3);
  });

  test('ended subscriptions do not lower the share of unknown ones', async () => {
    await prisma().subscription.updateMany({
      where: { providerSubscriptionId: { notIn: ['sub_1', 'sub_2', 'sub_3'] } },
      data: { status: 'canceled' },
    });
    await end(everyone);
    await forget([1, 2, 3]);
    const { stopped } = await setup.run();
    expect(stopped).toContain('3 of 3 live subscriptions');
    expect(await running()).toBe(3);
  });

  test('one that the provider knows again by the end of the run is left unchanged', async () => {
    await forget([1, 2]);
    // The second check, at the end of the run.
    await setup.company.api({ mode: 'hold', only: '/v1/subscriptions/sub_1', after: 1 });
    const repairing = setup.run();
    const asked = async () =>
      (await setup.company.calls()).filter(({ path }) => path.endsWith('/v1/subscriptions/sub_1'));
    await until('it is asked for again', async () => (await asked()).length === 2);
    await setup.company.know(subscriptionOf(1));
    await setup.company.api({ mode: 'ok' });
    await repairing;
    expect(await prisma().subscription.findFirst({ where: { providerSubscriptionId: 'sub_1' } })).toMatchObject({
      status: 'active',
    });
    expect(await prisma().customer.findFirst({ where: { providerCustomerId: 'cus_1' } })).toMatchObject({
      deletedAt: null,
    });
    expect(await running()).toBe(PEOPLE - 1);
  });
});

describe('a key of another account', () => {
  const keyOf = (account: string) => setup.company.control('POST', 'switches', { account });
  beforeEach(() => keyOf('acct_1'));

  test('is refused before any comparison; a read-only run is allowed, but sets no baseline', async () => {
    await setup.run();
    await setup.company.reset();
    await keyOf('acct_2');
    await expect(setup.run()).rejects.toThrow("The key of alpha belongs to acct_2, the last run's to acct_1");
    expect(await setup.listed()).toEqual([]);
    expect(await setup.run({ fix: false })).toMatchObject({ account: 'acct_2', customers: PEOPLE });
    await expect(setup.run()).rejects.toThrow('nothing was compared');
    await expect(setup.run({ trigger: 'schedule' })).rejects.toThrow('nothing was compared');
    expect(await running()).toBe(PEOPLE);
  });

  test('is accepted when the number is confirmed, and becomes the baseline', async () => {
    await setup.run();
    await keyOf('acct_2');
    expect(await setup.run({ yesEnd: 0 })).toMatchObject({ account: 'acct_2', stopped: null });
    expect(await setup.run()).toMatchObject({ account: 'acct_2' });
    await keyOf('acct_1');
    await expect(setup.run()).rejects.toThrow('belongs to acct_1, the last run');
  });

  test('the mode counts too; a value that the provider does not give does not', async () => {
    await setup.run();
    const data = { account: 'acct_1', mode: 'live' };
    await prisma().reconcileRun.updateMany({ data });
    expect(await setup.run()).toMatchObject({ mode: null });
    await prisma().reconcileRun.updateMany({ data });
    const { billing } = setup.app.deps;
    const adapter = { ...billing.adapter, fetchAccount: async () => ({ account: null, mode: 'test' as const }) };
    await expect(setup.run({ adapter })).rejects.toThrow('an unnamed account (test mode)');
  });
});

describe('the schedule', () => {
  const scheduled = () => setup.run({ trigger: 'schedule' });

  test('ends no subscription that the provider does not know, however few, and marks no customer of one', async () => {
    await forget([1]);
    expect(await scheduled()).toMatchObject({ stopped: null });
    expect(await running()).toBe(PEOPLE);
    expect(await deleted()).toBe(0);
    expect(await prisma().drift.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { class: 'missing_there', fixed: false },
      { class: 'deleted_customer', fixed: false },
    ]);
  });

  test('marks a customer without live subscriptions as deleted', async () => {
    await end([4]);
    await setup.company.forget({ customers: ['cus_4'] });
    await scheduled();
    expect(await prisma().customer.findMany({ where: { deletedAt: { not: null } } })).toMatchObject([
      { providerCustomerId: 'cus_4' },
    ]);
    expect(await running()).toBe(PEOPLE - 1);
  });

  test('marks none when many are unknown at once', async () => {
    await end(everyone);
    await setup.company.forget({ customers: everyone.map((person) => `cus_${person}`) });
    const run = await scheduled();
    expect(run.stopped).toContain(`${PEOPLE} of ${PEOPLE} customers`);
    expect(await deleted()).toBe(0);
  });

  test("accepts the provider's own statement that a customer was deleted", async () => {
    await setup.company.forget({ subscriptions: ['sub_5'] });
    await setup.company.know(factOf('customer.deleted', { userId: 'u_5', customerId: 'cus_5' }));
    await scheduled();
    expect(await prisma().customer.findFirst({ where: { providerCustomerId: 'cus_5' } })).toMatchObject({
      deletedAt: expect.any(Date),
    });
    expect(await prisma().drift.findFirst({ where: { class: 'deleted_customer' } })).toMatchObject({
      theirs: 'deleted',
      fixed: true,
    });
  });
});

test('a read-only run only reports', async () => {
  await forget(everyone);
  expect(await setup.run({ fix: false })).toMatchObject({ stopped: null, live: PEOPLE });
  expect(await running()).toBe(PEOPLE);
  expect(await deleted()).toBe(0);
});

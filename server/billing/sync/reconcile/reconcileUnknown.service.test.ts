import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ReconcileSetup, startReconcileSetup } from '../../../testing/app/reconcileSetup.ts';

const PEOPLE = 40;
let setup: ReconcileSetup;

beforeAll(async () => {
  setup = await startReconcileSetup();
  for (let person = 0; person < PEOPLE; person += 1) await setup.subscribe(`${person}`);
});
beforeEach(() => setup.reset());
afterAll(() => setup.close());

const prisma = () => setup.app.deps.billing.database.prisma;
const running = () => prisma().subscription.count({ where: { status: 'active' } });
const deleted = () => prisma().customer.count({ where: { deletedAt: { not: null } } });
const sold = new Map<string, { customer: string; object: object }>();

/** The provider forgets these people and their subscriptions, as if they had never been customers. */
function forget(people: number[]): void {
  for (const person of people) {
    const id = `sub_${person}`;
    sold.set(id, setup.company.subscriptions.get(id) ?? { customer: '', object: {} });
    setup.company.subscriptions.delete(id);
    setup.company.unknown.add(`cus_${person}`);
  }
}

/** Restores the initial state. */
async function restore(): Promise<void> {
  for (const [id, entry] of sold) setup.company.subscriptions.set(id, entry);
  sold.clear();
  await prisma().customer.updateMany({ data: { deletedAt: null } });
  await prisma().subscription.updateMany({ data: { status: 'active', nativeStatus: 'active', canceledAt: null } });
}
beforeEach(restore);

const everyone = Array.from({ length: PEOPLE }, (_, person) => person);

describe('a manual repair', () => {
  test('with a key that knows no customer nothing is ended, and the run says how to confirm', async () => {
    forget(everyone);
    const run = await setup.run();
    expect(run.stopped).toContain(`${PEOPLE} of ${PEOPLE} live subscriptions and ${PEOPLE} of ${PEOPLE} customers`);
    expect(run.stopped).toContain(`--yes-end ${PEOPLE}`);
    expect(await running()).toBe(PEOPLE);
    expect(await deleted()).toBe(0);
    expect(await prisma().drift.count({ where: { runId: run.id, class: 'missing_there', fixed: false } })).toBe(PEOPLE);
  });

  test('two of forty that the provider does not know are ended, and their customers marked deleted', async () => {
    forget([1, 2]);
    expect(await setup.run()).toMatchObject({ stopped: null, failed: 0, live: PEOPLE });
    expect(await running()).toBe(PEOPLE - 2);
    expect(await prisma().customer.findMany({ where: { deletedAt: { not: null } } })).toHaveLength(2);
    expect(await prisma().drift.count({ where: { fixed: false } })).toBe(0);
    expect(await setup.run()).toMatchObject({ customers: PEOPLE - 2 });
  });

  test('three of forty are more than 5 %', async () => {
    forget([1, 2, 3]);
    expect((await setup.run()).stopped).toContain('3 of 40 live subscriptions');
    expect(await running()).toBe(PEOPLE);
  });

  test.each([2, 4])('--yes-end %i for three: nothing is ended', async (yesEnd) => {
    forget([1, 2, 3]);
    const { stopped } = await setup.run({ yesEnd });
    expect(stopped).toContain('3 of 40 live subscriptions');
    expect(stopped).toContain(`--yes-end named ${yesEnd}`);
    expect(await running()).toBe(PEOPLE);
    expect(await deleted()).toBe(0);
  });

  test('--yes-end with the right number ends them', async () => {
    forget([1, 2, 3]);
    expect(await setup.run({ yesEnd: 3 })).toMatchObject({ stopped: null });
    expect(await running()).toBe(PEOPLE - 3);
    expect(await deleted()).toBe(3);
  });

  test('ended subscriptions do not lower the share of unknown ones', async () => {
    await prisma().subscription.updateMany({
      where: { providerSubscriptionId: { notIn: ['sub_1', 'sub_2', 'sub_3'] } },
      data: { status: 'canceled' },
    });
    for (const entry of setup.company.subscriptions.values()) Object.assign(entry.object, { status: 'canceled' });
    forget([1, 2, 3]);
    const { stopped } = await setup.run();
    for (const entry of [...setup.company.subscriptions.values(), ...sold.values()])
      Object.assign(entry.object, { status: 'active' });
    expect(stopped).toContain('3 of 3 live subscriptions');
    expect(await running()).toBe(3);
  });

  test('one that the provider knows again by the end of the run is left unchanged', async () => {
    forget([1, 2]);
    const [known] = [sold.get('sub_1')];
    setup.company.intercept = (url) => {
      // The second check, at the end of the run.
      const asked = setup.company.calls.filter((call) => call.url.pathname === '/v1/subscriptions/sub_1').length;
      if (url.pathname === '/v1/subscriptions/sub_1' && asked === 2 && known)
        setup.company.subscriptions.set('sub_1', known);
      return false;
    };
    await setup.run();
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
  test('is refused before any comparison; a read-only run is allowed, but sets no baseline', async () => {
    await setup.run();
    setup.company.account = 'acct_2';
    setup.company.calls.length = 0;
    await expect(setup.run()).rejects.toThrow("The key of alpha is of acct_2, the last run's was of acct_1");
    expect(setup.listed()).toEqual([]);
    expect(await setup.run({ fix: false })).toMatchObject({ account: 'acct_2', customers: PEOPLE });
    await expect(setup.run()).rejects.toThrow('nothing was compared');
    await expect(setup.run({ trigger: 'schedule' })).rejects.toThrow('nothing was compared');
    expect(await running()).toBe(PEOPLE);
  });

  test('is accepted when the number is confirmed, and becomes the baseline', async () => {
    await setup.run();
    setup.company.account = 'acct_2';
    expect(await setup.run({ yesEnd: 0 })).toMatchObject({ account: 'acct_2', stopped: null });
    expect(await setup.run()).toMatchObject({ account: 'acct_2' });
    setup.company.account = 'acct_1';
    await expect(setup.run()).rejects.toThrow('of acct_1, the last run');
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
    forget([1]);
    expect(await scheduled()).toMatchObject({ stopped: null });
    expect(await running()).toBe(PEOPLE);
    expect(await deleted()).toBe(0);
    expect(await prisma().drift.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { class: 'missing_there', fixed: false },
      { class: 'deleted_customer', fixed: false },
    ]);
  });

  test('marks a customer without live subscriptions as deleted', async () => {
    const gone = setup.company.subscriptions.get('sub_4');
    Object.assign(gone?.object ?? {}, { status: 'canceled' });
    setup.company.unknown.add('cus_4');
    await scheduled();
    Object.assign(gone?.object ?? {}, { status: 'active' });
    expect(await prisma().customer.findMany({ where: { deletedAt: { not: null } } })).toMatchObject([
      { providerCustomerId: 'cus_4' },
    ]);
    expect(await running()).toBe(PEOPLE - 1);
  });

  test('marks none when many are unknown at once', async () => {
    for (const entry of setup.company.subscriptions.values()) Object.assign(entry.object, { status: 'canceled' });
    for (const person of everyone) setup.company.unknown.add(`cus_${person}`);
    const run = await scheduled();
    for (const entry of setup.company.subscriptions.values()) Object.assign(entry.object, { status: 'active' });
    expect(run.stopped).toContain(`${PEOPLE} of ${PEOPLE} customers`);
    expect(await deleted()).toBe(0);
  });

  test("accepts the provider's own statement that a customer was deleted", async () => {
    const gone = setup.company.subscriptions.get('sub_5');
    setup.company.subscriptions.delete('sub_5');
    setup.company.deleted.add('cus_5');
    await scheduled();
    if (gone) setup.company.subscriptions.set('sub_5', gone);
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
  forget(everyone);
  expect(await setup.run({ fix: false })).toMatchObject({ stopped: null, live: PEOPLE });
  expect(await running()).toBe(PEOPLE);
  expect(await deleted()).toBe(0);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyAddress } from '../auth/verifyAddress.ts';
import { listRepeats } from '../billing/access/trials/listRepeats.ts';
import { createTrialMark, type TrialMark } from '../billing/access/trials/trialMark.ts';
import { searchIgnored } from '../billing/accounts/searchIgnored.ts';
import { readTrials } from '../billing/sync/readTrials.ts';
import { dumpTables, PASSWORD } from '../testing/app/canaries.ts';
import type { Person } from '../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { post } from '../testing/calls/requests.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { providersHere } from '../testing/run/storey.ts';

mayComplain(/request completed/, /A customer lost its address to the user who proved it/);

const VISA = '4242424242424242';
const MASTERCARD = '5555555555554444';

/** Each person gets one trial (design, "trials once"). */
describe.each(providersHere('alpha'))('%s', (provider) => {
  /** One customer per address, whichever account had it. */
  const byAddress = provider !== 'alpha';
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  const prisma = () => app.deps.billing.database.prisma;
  const read = () => readTrials(app.deps.billing);
  const marks = () => prisma().trialMark.findMany();
  const markOf: TrialMark = (...names) => createTrialMark(app.deps.settings.keys.trials)(...names);
  const verify = ({ email }: Person) => verifyAddress(prisma(), email);
  const subscriptionOf = ({ id: userId }: Person) => prisma().subscription.findFirstOrThrow({ where: { userId } });
  const repeatsOf = async (person: Person) =>
    (await listRepeats(app.deps.billing)).filter(({ userId }) => userId === person.id).flatMap(({ by }) => by);

  const isOffered = async (person: Person) =>
    (await app.trpc<{ trialAvailable: boolean }>(person, 'subscription.access')).trialAvailable;
  const buy = (person: Person, number = VISA) => app.buy(person, { plan: 'pro' }, { number });

  async function truthOf(person: Person) {
    const { subscriptions } = await app.truth();
    const { providerSubscriptionId } = await subscriptionOf(person);
    return subscriptions.find(({ id }) => id === providerSubscriptionId);
  }

  async function remove({ cookie }: Person): Promise<void> {
    expect((await app.call('/api/auth/delete-user', post({ password: PASSWORD }, cookie))).status).toBe(200);
    await app.settle();
  }

  test('by account: the page offers a trial until it is used, and not afterwards', async () => {
    const ada = await app.signUp();
    expect(await isOffered(ada)).toBe(true);
    await buy(ada);
    expect(await truthOf(ada)).toMatchObject({ status: 'trialing' });
    expect(await isOffered(ada)).toBe(false);
  });

  test('by an address that stays unverified, with one card: none, before and after a deletion', async () => {
    const ada = await app.signUp(undefined, false);
    const mail = { trialAvailable: false, trialNeedsProof: true };
    expect(await app.trpc(ada, 'subscription.access')).toMatchObject(mail);
    // Creem's trials belong to products, and these settings have no twin without one.
    if (provider === 'beta') return;
    await buy(ada);
    expect(await truthOf(ada)).toMatchObject({ status: 'active', trialStart: null });
    await remove(ada);
    const again = await app.signUp(ada.email, false);
    expect(await app.trpc(again, 'subscription.access')).toMatchObject({ trialAvailable: false });
    if (byAddress) return;
    await buy(again);
    expect(await truthOf(again)).toMatchObject({ status: 'active', trialStart: null });
  });

  test('by a verified address after the deletion: only a keyed hash is kept', async () => {
    const ada = await app.signUp();
    await verify(ada);
    await buy(ada);
    await remove(ada);
    const kept = (await marks()).filter(
      ({ kind, mark }) => kind === 'address' && mark === markOf('address', ada.email),
    );
    expect(kept).toEqual([{ mark: expect.stringMatching(/^[\w-]{43}$/), kind: 'address', userId: null }]);
    await searchIgnored(app.deps.billing, { settledMs: 0 });
    expect((await dumpTables(app.deps.settings.databaseUrl)).includes(ada.email)).toBe(false);
    const heir = await app.signUp(ada.email);
    expect(await isOffered(heir)).toBe(false);
    await verify(heir);
    expect(await isOffered(heir)).toBe(false);
    if (byAddress) return;
    await buy(heir);
    expect(await truthOf(heir)).toMatchObject({ status: 'active', trialStart: null });
  });

  test.runIf(provider === 'gamma')(
    'nothing is kept of an unverified address or of a user who never subscribed',
    async () => {
      const [unproven, idle] = [await app.signUp(undefined, false), await app.signUp()];
      await buy(unproven);
      await verify(idle);
      for (const person of [unproven, idle]) await remove(person);
      const told = [unproven, idle].map(({ email }) => markOf('address', email));
      expect((await marks()).filter(({ mark }) => told.includes(mark))).toEqual([]);
      expect(await isOffered(await app.signUp(idle.email))).toBe(true);
    },
  );

  test.runIf(provider === 'beta')('by an address that has been changed since', async () => {
    const ada = await app.signUp();
    await verify(ada);
    await buy(ada);
    await read();
    await prisma().user.update({ where: { id: ada.id }, data: { email: `new-${ada.email}` } });
    const other = await app.signUp(ada.email);
    expect(await isOffered(other)).toBe(false);
    expect(await isOffered(await app.signUp())).toBe(true);
  });

  test('by customer: the new owner of a customer that had a trial has had it too', async () => {
    const [ada, bob] = [await app.signUp(), await app.signUp()];
    await buy(ada);
    await read();
    await prisma().customer.updateMany({ where: { userId: ada.id }, data: { userId: bob.id } });
    await buy(bob);
    expect(await truthOf(bob)).toMatchObject({ status: 'active', trialStart: null });
  });

  test('a repeated card does not shorten the promised trial: it is recorded where the provider names cards', async () => {
    const [ada, bob, eve] = [await app.signUp(), await app.signUp(), await app.signUp()];
    await buy(ada, '4000000000000341');
    await read();
    expect(await repeatsOf(ada)).toEqual([]);
    expect(await isOffered(bob)).toBe(true);
    await buy(bob, '4000000000000341');
    const before = await truthOf(bob);
    expect(before).toMatchObject({ status: 'trialing' });
    await read();
    await app.settle();
    expect(await truthOf(bob)).toEqual(before);
    const { invoices } = await app.truth();
    expect(invoices.filter(({ subscriptionId, amount }) => subscriptionId === before?.id && amount > 0)).toEqual([]);
    expect(await repeatsOf(bob)).toEqual(provider === 'alpha' ? ['card'] : []);
    expect(await isOffered(bob)).toBe(false);
    await buy(eve, MASTERCARD);
    await read();
    expect(await repeatsOf(eve)).toEqual([]);
  });

  test.runIf(provider === 'alpha')(
    "a second read of the same trial is no repeat, and neither is the owner's own second card",
    async () => {
      const ada = await app.signUp();
      await buy(ada, '4000000000000259');
      await read();
      const { id } = await subscriptionOf(ada);
      await prisma().trial.update({ where: { subscriptionId: id }, data: { readAt: null } });
      await read();
      expect(await prisma().trial.findUnique({ where: { subscriptionId: id } })).toMatchObject({
        readAt: expect.any(Date),
        repeats: [],
      });
    },
  );

  // Only Stripe is asked for the card of a trial.
  test.runIf(provider === 'alpha').each([500, 401])(
    'a provider that answers %i gets one call, not one for each waiting trial; later all are read',
    async (status) => {
      for (let count = 0; count < 3; count += 1) await buy(await app.signUp());
      await app.control('POST', 'switches', { api: { mode: 'answer', status, body: { error: { message: 'no' } } } });
      await read();
      await app.control('POST', 'switches', { reset: true });
      const retries = () => prisma().retry.count({ where: { job: 'trials' } });
      const unread = () => prisma().trial.count({ where: { readAt: null } });
      expect([await retries(), await unread()]).toEqual([1, 3]);
      await prisma().retry.updateMany({ data: { dueAt: new Date(0) } });
      await read();
      expect([await retries(), await unread()]).toEqual([0, 0]);
    },
  );
});

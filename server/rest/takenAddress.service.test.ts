import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD } from '../testing/app/canaries.ts';
import type { Person } from '../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { companyPurchase } from '../testing/company/companySide.ts';
import { mailKept, proveAddress } from '../testing/logins/mails.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { providersHere } from '../testing/run/storey.ts';

mayComplain(/A customer lost its address/, /A proven address stays with another customer/);

const NOT_VERIFIED = { status: 403, body: { error: 'Email address not verified' } };
let nth = 0;

/** Nobody keeps an address from buying at a provider that has one customer for each address. */
describe.each(providersHere('gamma'))('%s', (provider) => {
  const byAddress = provider !== 'alpha';
  let app: SandboxedApp;
  let email: string;

  beforeAll(async () => {
    app = await startSandboxedApp(provider, { environment: mailKept });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    nth += 1;
    email = `held-${nth}@${provider}.example`;
  });

  const prisma = () => app.deps.billing.database.prisma;
  const checkout = async ({ cookie }: Person) =>
    answerOf(await app.call('/api/payments/checkout', post({ plan: 'pro' }, cookie)));
  const remove = async ({ cookie }: Person) => {
    expect((await app.call('/api/auth/delete-user', post({ password: PASSWORD }, cookie))).status).toBe(200);
    await app.settle();
  };
  const proven = async () => {
    const person = await app.signUpByForm(email);
    await proveAddress(app, person);
    return person;
  };
  /** Who has the address at the provider. */
  const holders = async () => (await app.truthOf({ email })).customers.map(({ metadata }) => metadata.userId);

  async function squatted() {
    const stranger = await app.signUp(email, false);
    expect((await checkout(stranger)).status).toBe(200);
    expect(await holders()).toEqual([stranger.id]);
    return stranger;
  }

  const cases: [string, () => Promise<unknown>][] = [
    ["a stranger's unpaid customer", squatted],
    ["a stranger's who deleted the account", async () => remove(await squatted())],
    [
      "the returning person's own",
      async () => {
        const before = await proven();
        await app.buy(before, { plan: 'starter' });
        await remove(before);
      },
    ],
  ];

  test.each(cases)('%s: whoever proves the address buys with it at once', async (_, hold) => {
    await hold();
    const owner = await proven();
    await app.buy(owner, { plan: 'pro' });
    expect(await holders()).toEqual([owner.id]);
    expect((await app.access(owner)).plan).toBe('pro');
  });

  test('the customer stays its owner’s, who buys under an address that is free', async () => {
    const stranger = await squatted();
    const before = await prisma().customer.findFirstOrThrow({ where: { userId: stranger.id } });
    const owner = await proven();
    await app.buy(owner, { plan: 'pro' });
    await prisma().user.update({ where: { id: stranger.id }, data: { email: `other-${email}` } });
    await app.buy(stranger, { plan: 'starter' });
    const { customers } = await app.truthOf({ email: `other-${email}` });
    expect(customers.map(({ id }) => id)).toEqual([before.providerCustomerId]);
    expect((await app.access(stranger)).plan).toBe('starter');
    const acts = await prisma().audit.findMany({ where: { userId: stranger.id, action: 'address_moved' } });
    expect(acts).toMatchObject([{ toUserId: owner.id, details: { provider, customer: before.id } }]);
  });

  test('whose customer lost its address proves another one, and a stranger’s unpaid customer does not keep that either', async () => {
    const loser = await squatted();
    await app.buy(await proven(), { plan: 'pro' });
    const other = `other-${email}`;
    const stranger = await app.signUp(other, false);
    expect((await checkout(stranger)).status).toBe(200);
    await prisma().user.update({ where: { id: stranger.id }, data: { email: `gone-${email}` } });
    await prisma().user.update({ where: { id: loser.id }, data: { email: other, emailVerified: true } });
    await app.buy(loser, { plan: 'starter' });
    const { customers } = await app.truthOf({ email: other });
    expect(customers.map(({ metadata }) => metadata.userId)).toEqual([loser.id]);
  });

  test('an address that nobody proved moves nothing', async () => {
    const stranger = await squatted();
    await prisma().user.update({ where: { id: stranger.id }, data: { email: `gone-${email}` } });
    const another = await app.signUp(email, false);
    const answer = await checkout(another);
    if (byAddress) expect(answer).toEqual(NOT_VERIFIED);
    expect(await holders()).toEqual(byAddress ? [stranger.id] : [stranger.id, another.id]);
    const named = await app.call('/api/trpc/checkout.nameAddress', post({ email: `x-${email}` }, another.cookie));
    expect(named.status).toBe(403);
  });

  test.runIf(byAddress)(
    'refusals that a stranger caused do not keep its prover from naming another address',
    async () => {
      await companyPurchase(app, { plan: 'starter', interval: 'one_time', email });
      const [former] = (await app.truthOf({ email })).customers;
      await app.deps.billing.adapter.assignCustomer(former?.id ?? '', `legacy-${nth}`);
      const stranger = await app.signUp(email, false);
      for (let time = 0; time < 10; time += 1) expect(await checkout(stranger)).toEqual(NOT_VERIFIED);
      expect((await checkout(stranger)).status).toBe(429);
      const prover = await proven();
      expect(await checkout(prover)).toEqual(NOT_VERIFIED);
      const named = await app.trpc(prover, 'checkout.nameAddress', { email: `mine-${email}` });
      expect(named).toEqual({ email: `mine-${email}` });
    },
  );

  /** Somebody bought under the address, and then has another one, of which the provider does not know. */
  async function heldByBuyer({ isLost }: { isLost: boolean }) {
    const buyer = await app.signUp(email, false);
    const { body } = await checkout(buyer);
    if (isLost) await app.control('POST', 'switches', { drop: 1 });
    await app.pay((body as { sessionId: string }).sessionId);
    if (isLost) await app.control('POST', 'switches', { reset: true });
    await prisma().user.update({ where: { id: buyer.id }, data: { email: `former-${email}` } });
    return buyer;
  }

  test.each([
    ['whose records say so', false],
    ['whose webhooks are lost', true],
  ])('a buyer %s keeps the address; its prover buys under another one', async (_, isLost) => {
    const buyer = await heldByBuyer({ isLost });
    const prover = await proven();
    const answer = await checkout(prover);
    if (byAddress) expect(answer).toEqual(NOT_VERIFIED);
    expect((await holders()).includes(buyer.id)).toBe(true);
    expect((await app.access(buyer)).plan).toBe('pro');
    if (!byAddress) return;
    const name = (address: string) => app.trpc(prover, 'checkout.nameAddress', { email: address });
    await app.buy(await app.signUp(`third-${email}`), { plan: 'starter', interval: 'one_time' });
    await expect(name(`third-${email}`)).rejects.toThrow('answered 403');
    expect(await name(`mine-${email}`)).toEqual({ email: `mine-${email}` });
    expect(await name(`again-${email}`)).toEqual({ email: `mine-${email}` });
    await app.buy(prover, { plan: 'starter' });
    expect((await app.truthOf({ email: `mine-${email}` })).customers).toHaveLength(1);
    expect(await prisma().user.findUnique({ where: { id: prover.id } })).toMatchObject({ email, emailVerified: true });
    const own = await prisma().customer.findFirst({ where: { userId: prover.id } });
    expect(own).toMatchObject({ billingEmail: `mine-${email}` });
    const kept = { userId: prover.id, action: 'address_kept' };
    expect(await prisma().audit.count({ where: kept })).toBe(1);
  });
});

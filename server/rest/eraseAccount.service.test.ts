import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blankPersonalData } from '../billing/accounts/blankPersonalData.ts';
import { endErasedSubscriptions } from '../billing/accounts/endErasedSubscriptions.ts';
import { searchIgnored } from '../billing/accounts/searchIgnored.ts';
import { reconcile } from '../billing/sync/reconcile/reconcile.ts';
import { dumpTables, PASSWORD } from '../testing/app/canaries.ts';
import type { Person } from '../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { companyPurchase } from '../testing/company/companySide.ts';
import { liveOf } from '../testing/company/purchases.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { providersHere } from '../testing/run/storey.ts';

mayComplain(
  /A subscription could not be canceled for a deletion/,
  /Your subscription could not be canceled at the payment provider, so nothing was deleted/,
  /request completed/,
);

interface Naming {
  /** Its name in the export; absent: it adds nothing to the other tables. */
  exported?: string;
  /** Why anonymised rows stay; absent: the rows are deleted. */
  kept?: string;
}

/** Every table with a user id. */
const NAMING: Record<string, Naming> = {
  access_change: { kept: 'programs are told that access has ended' },
  access_grant: { exported: 'grants', kept: 'what operators gave is audited' },
  account: { exported: 'logins' },
  address_proof: { exported: 'addressProofs' },
  access_period: { kept: 'computed from the records, and holds no name' },
  audit: { exported: 'audit', kept: 'ids and numbers only; the reason is blanked' },
  checkout: { exported: 'checkouts' },
  contract_request: { exported: 'contractRequests' },
  customer: { exported: 'customers', kept: 'our books' },
  adoption: { exported: 'adoptions' },
  drift: { kept: 'it goes with its run' },
  duplicate: { exported: 'duplicates', kept: 'our books' },
  erased_user: { kept: 'what comes late is blanked too' },
  late_charge: { exported: 'lateCharges', kept: 'our books' },
  mail: {},
  owner_access: { kept: 'programs are told that access has ended' },
  owner_check: { exported: 'ownerChecks' },
  payment: { exported: 'payments', kept: 'our books' },
  provider_check: { exported: 'providerChecks' },
  reconcile_run: { kept: 'it goes with its time' },
  reminder: { exported: 'reminders' },
  session: { exported: 'sessions' },
  subscription: { exported: 'subscriptions', kept: 'our books' },
  trial_mark: { exported: 'trialMarks' },
  unproven_purchase: { kept: 'an id in a queue, gone within seconds' },
  webhook_event: { exported: 'events', kept: 'a duplicate is known by it' },
};

describe.each(providersHere('gamma'))('%s', (provider) => {
  let app: SandboxedApp;
  let ada: Person;

  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ada = await app.signUp();
  });

  const records = () => app.deps.billing.database.prisma;
  const remove = (password = PASSWORD) => app.call('/api/auth/delete-user', post({ password }, ada.cookie));
  const truth = async () => {
    const { subscriptions } = await app.truth();
    return subscriptions.filter(({ metadata }) => metadata.userId === ada.id).map(({ status }) => status);
  };

  /** What the schedule does for every deleted user. */
  const forget = async () => {
    await blankPersonalData(app.deps.billing);
    await searchIgnored(app.deps.billing, { settledMs: 0 });
  };

  const dump = () => dumpTables(app.deps.settings.databaseUrl);

  test("a deletion ends the provider's subscription and our sessions, and blanks personal data", async () => {
    await app.buy(ada, { plan: 'pro' });
    expect(await truth()).toEqual(['trialing']);
    expect((await dump()).includes(ada.email)).toBe(true);
    expect((await remove()).status).toBe(200);
    expect(await truth()).toEqual(['canceled']);
    await app.settle();
    expect((await app.call('/api/payments/subscription', { headers: { cookie: ada.cookie } })).status).toBe(401);
    expect(await records().user.count({ where: { id: ada.id } })).toBe(0);
    await forget();
    expect((await dump()).includes(ada.email)).toBe(false);
    const kept = await records().subscription.findFirst({ where: { userId: ada.id } });
    expect(kept).toMatchObject({ status: expect.stringMatching(/^(canceled|deleted)$/), plan: 'pro' });
    expect(await records().customer.findMany({ where: { userId: ada.id } })).toEqual([
      expect.objectContaining({ email: '', metadata: null }),
    ]);
  });

  test('a deletion with a wrong password or from a foreign origin deletes nothing', async () => {
    expect((await remove('wrong password')).status).toBe(400);
    const foreign = post({ password: PASSWORD }, ada.cookie, { origin: 'https://evil.example.com' });
    expect((await app.call('/api/auth/delete-user', foreign)).status).toBe(403);
    expect(await records().user.count({ where: { id: ada.id } })).toBe(1);
  });

  test('a checkout page paid after the deletion creates no lasting subscription', async () => {
    const { sessionId } = await app.checkout(ada, { plan: 'pro' });
    const { adapter } = app.deps.billing;
    const { endCheckout } = adapter;
    // It can't be ended, or is paid in that moment.
    Object.assign(adapter, { endCheckout: undefined });
    expect((await remove()).status).toBe(200);
    Object.assign(adapter, { endCheckout });
    await app.pay(sessionId);
    expect(await truth()).toEqual(['trialing']);
    await endErasedSubscriptions(app.deps.billing);
    expect(await truth()).toEqual(['canceled']);
    await app.settle();
    await forget();
    expect((await dump()).includes(ada.email)).toBe(false);
  });

  test("the export is complete, and contains only the user's own data", async () => {
    await app.buy(ada, { plan: 'pro' });
    const stranger = await app.signUp();
    const data = await app.trpc<Record<string, unknown[]>>(ada, 'account.export');
    expect(data).toMatchObject({
      account: { id: ada.id, email: ada.email },
      subscriptions: [{ plan: 'pro', userId: ada.id }],
      customers: [{ email: ada.email }],
    });
    for (const name of ['sessions', 'checkouts', 'events']) expect(data[name]?.length, name).toBeGreaterThan(0);
    const text = JSON.stringify(data);
    expect(text).not.toMatch(/password|"token"|idempotencyKey/);
    expect(text).not.toContain(stranger.id);
    expect(text).not.toContain(stranger.email);
  });

  test('every table with a user id is exported and emptied, or has a stated reason', async () => {
    await app.buy(ada, { plan: 'pro' });
    await app.trpc(ada, 'subscription.check', {});
    const { pool } = app.deps.billing.database;
    const { rows } = await pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_name)
       WHERE column_name = 'userId' AND table_type = 'BASE TABLE' ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(NAMING).sort());
    const data = await app.trpc<Record<string, unknown[]>>(ada, 'account.export');
    const exported = Object.values(NAMING).flatMap(({ exported: name }) => name ?? []);
    for (const name of exported) expect(data[name], name).toBeInstanceOf(Array);
    expect(data.providerChecks).toEqual([{ userId: ada.id, askedAt: expect.any(String) }]);
    expect(data.logins).toMatchObject([{ providerId: 'credential', accountId: ada.id }]);
    expect((await remove()).status).toBe(200);
    await app.settle();
    await forget();
    for (const [name, { kept }] of Object.entries(NAMING)) {
      if (kept) continue;
      const left = await pool.query(`SELECT FROM "${name}" WHERE "userId" = $1`, [ada.id]);
      expect([name, left.rowCount]).toEqual([name, 0]);
    }
  });

  test('while the provider is unavailable nothing is deleted; a later attempt deletes', async () => {
    await app.buy(ada, { plan: 'pro' });
    await app.control('POST', 'switches', { api: { mode: 'error500' } });
    expect(await answerOf(await remove())).toEqual({
      status: 503,
      body: { error: 'Your subscription could not be canceled at the payment provider, so nothing was deleted' },
    });
    expect((await app.call('/api/payments/subscription', { headers: { cookie: ada.cookie } })).status).toBe(200);
    await forget();
    expect(await records().customer.count({ where: { userId: ada.id, email: ada.email } })).toBe(1);
    await app.control('POST', 'switches', { reset: true });
    expect((await remove()).status).toBe(200);
    expect(await truth()).toEqual(['canceled']);
  });

  /** A subscription of which no webhook arrived. */
  const sellUnheard = async () => {
    await app.spendTrial(ada);
    await app.control('POST', 'switches', { drop: 1 });
    await companyPurchase(app, { plan: 'pro', email: ada.email });
    await app.control('POST', 'switches', { reset: true });
  };
  const live = async () => liveOf(await app.truthOf(ada)).length;

  test('what goes on at the provider unheard ends, too', async () => {
    await sellUnheard();
    expect(await live()).toBe(1);
    expect((await remove()).status).toBe(200);
    expect(await live()).toBe(0);
  });

  // At Stripe the page made another customer, which names nobody.
  test.runIf(provider !== 'alpha')(
    'a provider that is away delays no deletion: a reconcile finds what goes on',
    async () => {
      await sellUnheard();
      await app.control('POST', 'switches', { api: { mode: 'error500' } });
      expect((await remove()).status).toBe(200);
      await app.control('POST', 'switches', { reset: true });
      expect(await live()).toBe(1);
      const { billing } = app.deps;
      await reconcile(billing, { adapter: billing.adapter, fix: true, trigger: 'command', paceMs: 0 });
      await endErasedSubscriptions(billing);
      expect(await live()).toBe(0);
    },
  );
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followCustomers } from '../billing/accounts/move/followCustomers.ts';
import { lookAtOwners } from '../billing/subscriptions/duplicates/lookAtOwners.ts';
import { readTrials } from '../billing/sync/readTrials.ts';
import { type BillingCommand, openCommand } from '../testing/app/command.ts';
import type { Person } from '../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { mayComplain } from '../testing/run/complaints.ts';

mayComplain(
  /A user has two live subscriptions/,
  /Email address not verified/,
  /request completed/,
  /A proven address stays with another customer/,
);

interface Moved {
  auditId: string;
  records: number;
}

describe.each(['alpha', 'beta', 'gamma'])('%s', (provider) => {
  let app: SandboxedApp;
  let command: BillingCommand;

  beforeAll(async () => {
    app = await startSandboxedApp(provider);
    command = openCommand(app);
  });
  afterAll(async () => {
    command.close();
    await app.close();
  });

  const sql = (text: string, values: unknown[] = []) => app.deps.billing.database.jobPool.query(text, values);
  const move = async (...args: string[]) => {
    const { code, out, err } = await command.run('move', ...args, '--reason', 'Same person', '--json');
    if (code !== 0) throw new Error(err);
    return JSON.parse(out) as Moved;
  };
  const planOf = async (person: Person) => (await app.access(person)).plan;

  test('everything a customer has goes to another user and back, also what came since', async () => {
    const [ada, eve] = [await app.signUp(), await app.signUp()];
    await app.spendTrial(ada);
    await readTrials(app.deps.billing);
    const { subscriptionId } = await app.buy(ada, { plan: 'pro' });
    const open = await app.checkout(ada, { plan: 'starter', interval: 'one_time' });
    await app.deps.billing.database.prisma.accessGrant.create({
      data: { id: crypto.randomUUID(), userId: ada.id, plan: 'starter', reason: 'a gift', grantedBy: 'test' },
    });
    const payments = (await app.history(ada)).length;
    const { auditId, records } = await move(ada.email, eve.id);
    expect(records).toBeGreaterThanOrEqual(5);
    expect([await planOf(ada), await planOf(eve)]).toEqual(['free', 'pro']);
    expect(await app.trpc(ada, 'subscription.access')).toMatchObject({ trialAvailable: false });
    expect([await app.history(ada), (await app.history(eve)).length]).toEqual([[], payments]);
    const { rows } = await sql('SELECT "userId" FROM owner_access UNION SELECT "userId" FROM access_change');
    expect(rows.map(({ userId }) => userId)).toEqual(expect.arrayContaining([ada.id, eve.id]));

    // Later events still name Ada: a renewal, and the page that was open.
    if (provider === 'alpha') await expect(app.payPage(open.sessionId)).rejects.toThrow();
    else await app.pay(open.sessionId);
    await app.moveClock({ months: 1 });
    expect([await planOf(ada), await app.history(ada)]).toEqual(['free', []]);
    expect((await app.history(eve)).length).toBe(payments + (provider === 'alpha' ? 1 : 2));

    // Ada can buy anew, under another address where the provider has one customer for each, and this stays hers.
    if (provider !== 'alpha') {
      await expect(app.buy(ada, { plan: 'starter' })).rejects.toThrow(/403.*Email address not verified/);
      await app.trpc(ada, 'checkout.nameAddress', { email: `anew@${provider}.example` });
    }
    await app.buy(ada, { plan: 'starter' });
    expect([await planOf(ada), await planOf(eve)]).toEqual(['starter', 'pro']);
    await move('--undo', auditId);
    expect(await planOf(eve)).toBe('free');
    const own = await app.subscriptions(ada);
    expect(own.filter(({ status }) => /active|trialing/.test(status))).toHaveLength(2);
    expect(await app.history(eve)).toEqual([]);
    await expect(move('--undo', auditId)).rejects.toThrow('Nothing of it is left to give');

    // Both existed at the move, so neither is ended.
    await lookAtOwners(app.deps.billing);
    const live = (await app.truth()).subscriptions.filter(({ status }) => status !== 'canceled');
    expect(live.map(({ id }) => id)).toContain(subscriptionId);
    expect(live).toHaveLength(2);
  }, 60_000);
});

describe('the audit', () => {
  let app: SandboxedApp;
  let command: BillingCommand;

  beforeAll(async () => {
    app = await startSandboxedApp('alpha');
    command = openCommand(app);
  });
  afterAll(async () => {
    command.close();
    await app.close();
  });
  const prisma = () => app.deps.billing.database.prisma;

  test('holds ids and numbers, and nobody changes it; its reason is exported', async () => {
    const [ada, eve] = [await app.signUp(), await app.signUp()];
    await app.buy(ada, { plan: 'pro' });
    expect((await command.run('move', ada.email, eve.email)).code).toBe(2);
    expect((await command.run('move', eve.email, ada.email, '--reason', 'x')).err).toContain('has nothing to move');
    const squatter = await app.signUp('squatter@example.com', false);
    const given = await command.run('move', ada.email, squatter.email, '--reason', 'x');
    expect(given.err).toContain(`squatter@example.com is not proven by ${squatter.id}`);
    const { code, out } = await command.run('move', ada.email, eve.email, '--reason', 'Ticket 4711');
    expect([code, out]).toEqual([0, expect.stringMatching(/now belong to .*\nTo undo it: billing move --undo \d+/)]);
    const [row] = await prisma().audit.findMany();
    expect(row).toMatchObject({ action: 'move', userId: ada.id, toUserId: eve.id, actor: expect.any(String) });
    expect(JSON.stringify(row?.details)).not.toMatch(/@|Ticket/);
    for (const change of [`UPDATE audit SET actor = ''`, 'DELETE FROM audit', 'TRUNCATE audit']) {
      await expect(app.deps.billing.database.jobPool.query(change)).rejects.toThrow('append-only');
    }
    // What an event in flight wrote for the former owner follows its customer.
    await prisma().subscription.updateMany({ data: { userId: ada.id } });
    await followCustomers(app.deps.billing);
    expect(await prisma().subscription.count({ where: { userId: eve.id } })).toBe(1);
    const exported = await app.trpc<{ audit: unknown[] }>(ada, 'account.export');
    expect(exported.audit).toMatchObject([{ action: 'move', reason: 'Ticket 4711' }]);
    expect(JSON.stringify(exported)).not.toContain(eve.id);
  });
});

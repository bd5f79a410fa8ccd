import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followCustomers } from '../billing/accounts/move/followCustomers.ts';
import { lookAtOwners } from '../billing/subscriptions/duplicates/lookAtOwners.ts';
import { type BillingCommand, openCommand } from '../testing/app/command.ts';
import { createPerson } from '../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { type Existing, existingCompany } from '../testing/company/existingCompany.ts';
import { pagesMade } from '../testing/company/pages.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { providersHere } from '../testing/run/storey.ts';

mayComplain(/A user has two live subscriptions/, /request completed/);

interface Linked {
  auditId: string;
  records: number;
}

describe.each(providersHere('alpha'))('%s', (provider) => {
  let app: SandboxedApp;
  let command: BillingCommand;
  let existing: Existing[];

  beforeAll(async () => {
    app = await startSandboxedApp(provider);
    command = openCommand(app);
    existing = await existingCompany(app, { people: 3, userIdOf: () => 'u_of_a_former_system' });
  });
  afterAll(async () => {
    command.close();
    await app.close();
  });

  const run = (...args: string[]) => command.run('link', ...args, '--reason', 'Ticket 4711', '--json');
  const link = async (...args: string[]) => {
    const { code, out, err } = await run(...args);
    if (code !== 0) throw new Error(err);
    return JSON.parse(out) as Linked;
  };
  const prisma = () => app.deps.billing.database.prisma;
  const customerOf = ({ providerCustomerId }: Existing) =>
    prisma().customer.findFirst({ where: { providerCustomerId } });

  test('a customer that only the provider knows goes to a user, and nothing changes there', async () => {
    const [one] = existing;
    if (!one) throw new Error('The company has no customers');
    const ada = await createPerson(app.deps, `ada@${provider}.example`, false);
    await app.control('DELETE', 'calls');
    // Anybody can sign up with any address: an unproven one gives nothing away.
    expect((await run(one.providerCustomerId, ada.email)).err).toContain(`${ada.email} is not proven by ${ada.id}`);
    expect(await customerOf(one)).toBeNull();
    const { auditId, records } = await link(one.providerCustomerId, ada.id);
    expect(records).toBe(2);
    expect((await app.access(ada)).plan).toBe('pro');
    const { calls } = await app.control<{ calls: { method: string }[] }>('GET', 'calls');
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(await customerOf(one)).toMatchObject({ userId: ada.id, assigned: true });
    await app.checkout(ada, { plan: 'pro' });
    expect(await pagesMade(app)).toBe(0);
    expect(await prisma().audit.findMany()).toMatchObject([{ action: 'link', toUserId: ada.id }]);

    // Its events name another user.
    await app.control('POST', 'switches', { drop: 0 });
    await app.moveClock({ months: 1 });
    expect((await app.access(ada)).plan).toBe('pro');
    const customerId = (await customerOf(one))?.id;
    const owners = await prisma().payment.findMany({ where: { customerId }, select: { userId: true } });
    expect(new Set(owners.map(({ userId }) => userId))).toEqual(new Set([ada.id]));

    expect((await run(one.providerCustomerId, ada.id)).err).toContain('It is theirs already');
    const eve = await app.signUp();
    expect((await run(one.providerCustomerId, eve.id)).err).toContain(`billing move ${ada.id} ${eve.id}`);

    await link('--undo', auditId);
    await followCustomers(app.deps.billing);
    expect((await app.access(ada)).plan).toBe('free');
    expect(await customerOf(one)).toMatchObject({ userId: `nobody:${one.providerCustomerId}` });
    await link(one.providerCustomerId, eve.id);
    expect((await app.access(eve)).plan).toBe('pro');
  });

  test('a page that is open meanwhile is superseded, and what existed is not ended', async () => {
    const [, one] = existing;
    const ada = await app.signUp();
    const { sessionId } = await app.checkout(ada, { plan: 'starter' });
    await link(one?.providerCustomerId ?? '', ada.id);
    await lookAtOwners(app.deps.billing);
    expect(await prisma().checkout.findFirst({ where: { sessionId } })).toMatchObject({ openKey: null });
    expect((await app.access(ada)).plan).toBe('pro');
  });

  test('a customer that the provider does not know, and no reason', async () => {
    const ada = await app.signUp();
    const unknown = crypto.randomUUID();
    expect((await run(unknown, ada.id)).err).toContain(`${provider} has no customer ${unknown}`);
    expect((await command.run('link', unknown, ada.id)).code).toBe(2);
  });
});

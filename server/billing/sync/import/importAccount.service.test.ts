import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { providerNames } from '../../../adapters/index.ts';
import { type BillingCommand, openCommand } from '../../../testing/app/command.ts';
import { createPerson, type Person } from '../../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import {
  type Existing,
  type ExistingKind,
  existingCompany,
  existingCompanySettings,
  existingKinds,
} from '../../../testing/company/existingCompany.ts';
import { mailKept, proveAddress } from '../../../testing/logins/mails.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';
import { lookAtOwners } from '../../subscriptions/duplicates/lookAtOwners.ts';
import type { ImportReport } from './importReport.ts';
import { isImporting } from './isImporting.ts';

mayComplain(/A user has two live subscriptions/);

const PEOPLE = 2 * existingKinds.length;
/** Creem's lists don't tell what a one-time purchase bought; Polar ends what is canceled at once. */
const free: Record<string, ExistingKind[]> = {
  beta: ['one-time'],
  gamma: ['ended'],
};
const FREE: ExistingKind[] = ['paused', 'refunded', 'other product', 'nothing'];

/** A company that has sold for long, at its first day with the service. */
describe.each(providerNames)('%s', (provider) => {
  let app: SandboxedApp;
  let billing: BillingCommand;
  let people: { existing: Existing; person: Person }[];
  let strangers: Existing[];
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  const map = join(folder, 'users.csv');
  const environment = existingCompanySettings(provider);

  beforeAll(async () => {
    app = await startSandboxedApp(provider, { environment: { ...mailKept, ...environment } });
    billing = openCommand(app, environment);
    const existing = await existingCompany(app, { people: PEOPLE });
    strangers = await existingCompany(app, { people: 2, name: 'strange' });
    people = [];
    for (const one of existing) people.push({ existing: one, person: await app.signUp() });
    const lines = people.map(({ existing: { providerCustomerId, email }, person }, index) =>
      index % 2 === 0 ? `${providerCustomerId},${person.id}` : `"${email.toUpperCase()}",${person.email}`,
    );
    writeFileSync(map, ['customer,user', ...lines, 'cus_strange_9,', ''].join('\n'));
  });
  afterAll(async () => {
    billing.close();
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const prisma = () => app.deps.billing.database.prisma;
  const rows = async () => {
    const order = { orderBy: { id: 'asc' } } as const;
    return Promise.all([
      prisma().customer.findMany(order),
      prisma().subscription.findMany(order),
      prisma().payment.findMany(order),
      prisma().refund.findMany(order),
      prisma().duplicate.findMany(),
    ]);
  };
  const run = async (...more: string[]) => {
    const { code, out, err } = await billing.run('import', '--map', map, '--json', '--pace', '0', ...more);
    if (out === '') throw new Error(err);
    return { code, ...(JSON.parse(out) as ImportReport) };
  };
  const calls = async () => (await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls')).calls;

  test('while a live subscription has a price whose plan is unknown, nothing is imported', async () => {
    const { subscriptions } = await app.truth();
    const [known] = people.slice(0, 1);
    await app.control('POST', 'facts', {
      type: 'subscription.created',
      price: { id: 'price_forgotten', plan: 'club', label: 'Club', interval: 'month', amount: 500, currency: 'USD' },
      customer: { id: known?.existing.providerCustomerId, email: known?.existing.email },
      subscription: { id: 'sub_forgotten', status: 'active', periodStart: Date.now(), periodEnd: Date.now() + 1e9 },
      metadata: {},
    });
    const { code, stopped, unclassified } = await run();
    expect(code).toBe(1);
    expect(stopped).toMatch(/1 price whose plan is unknown/);
    expect(unclassified).toEqual([{ priceId: 'price_forgotten', customers: [known?.existing.providerCustomerId] }]);
    expect(await rows()).toEqual([[], [], [], [], []]);
    await app.control('POST', 'forget', { subscriptions: ['sub_forgotten'] });
    expect((await app.truth()).subscriptions).toEqual(subscriptions);
  });

  test('a dry run says what would be taken, and records nothing', async () => {
    const { taken, nobody } = await run('--dry-run');
    expect(taken.customers).toBe(PEOPLE);
    expect(taken.subscriptions).toBe(2 * (existingKinds.length - 2));
    expect(nobody).toHaveLength(strangers.length);
    expect(await rows()).toEqual([[], [], [], [], []]);
    const { out } = await billing.run('import', '--map', map, '--dry-run', '--pace', '0');
    expect([out.includes('subscriptions'), out.includes('payments')]).toEqual([true, false]);
    // One that was stopped silences no mails.
    const dry = { where: { trigger: 'import', fix: false } };
    await prisma().reconcileRun.updateMany({ ...dry, data: { finishedAt: null } });
    expect(await isImporting(app.deps.billing)).toBe(false);
    await prisma().reconcileRun.updateMany({ ...dry, data: { finishedAt: new Date() } });
  });

  test('everybody gets what they pay for; the provider is only read, and nobody is mailed', async () => {
    await app.control('DELETE', 'calls');
    const unowned = join(folder, 'unowned.csv');
    const report = await run('--unowned', unowned);
    expect(report).toMatchObject({ stopped: null, failed: 0, others: [], unclassified: [], code: 1 });
    expect(report.taken).toMatchObject({ customers: PEOPLE, subscriptions: 2 * (existingKinds.length - 2) });
    const sorted = strangers.toSorted((a, b) => (a.providerCustomerId < b.providerCustomerId ? -1 : 1));
    expect(report.nobody).toEqual(
      sorted.map(({ providerCustomerId }) => expect.objectContaining({ providerCustomerId, pays: expect.any(String) })),
    );
    expect(readFileSync(unowned, 'utf8')).toContain(
      `customer,user,reason\n${sorted[0]?.providerCustomerId},,"nobody here`,
    );
    expect(report.twoLive.map(({ userId }) => userId).sort()).toEqual(
      people
        .filter(({ existing }) => existing.kind === 'two live')
        .map(({ person }) => person.id)
        .sort(),
    );
    for (const { existing, person } of people) {
      const plan = [...FREE, ...(free[provider] ?? [])].includes(existing.kind) ? 'free' : 'pro';
      expect([existing.kind, (await app.access(person)).plan]).toEqual([existing.kind, plan]);
    }
    const made = await calls();
    expect(made.filter(({ method }) => method !== 'GET')).toEqual([]);
    // One page of each list, with those of the prices and of the account.
    expect(made.length).toBeLessThanOrEqual(12);
    await lookAtOwners(app.deps.billing);
    expect(await prisma().mail.findMany()).toEqual([]);
    expect(await prisma().unprovenPurchase.count()).toBe(0);
  });

  test('payments equal the books', async () => {
    const { invoices } = await app.truth();
    const ours = await prisma().payment.findMany({ where: { status: { not: 'failed' } } });
    const minor = (amount: string) => Math.round(Number(amount) * 100);
    for (const { existing, person } of people) {
      if (existing.kind === 'other product') continue;
      const here = ours.filter(({ userId, amount }) => userId === person.id && minor(amount) > 0);
      const there = invoices.filter(
        ({ customerId, amount, status }) =>
          customerId === existing.providerCustomerId && amount > 0 && status === 'paid',
      );
      const sums = here.map(({ amount, amountRefunded }) => [minor(amount), minor(amountRefunded)]);
      expect([existing.kind, sums]).toEqual([existing.kind, there.map(({ amount, refunded }) => [amount, refunded])]);
    }
  });

  test('a second run changes no row', async () => {
    const before = await rows();
    const { taken, known } = await run();
    expect(await rows()).toEqual(before);
    expect(taken).toEqual({ customers: 0, subscriptions: 0, payments: 0, refunds: 0, disputes: 0 });
    expect(known.customers).toBe(PEOPLE);
  });

  test('a reconcile finds nothing but the second subscriptions', async () => {
    const { out } = await billing.run('reconcile', '--json', '--pace', '0');
    const { drifts } = JSON.parse(out) as { drifts: { class: string }[] };
    expect(drifts.filter((drift) => drift.class !== 'duplicate')).toEqual([]);
  });

  test('the user that the provider names is the owner, and is not asked to prove an address', async () => {
    const person = await createPerson(app.deps, `unproven@${provider}.example`, false);
    const names = [person.id, 'u_of_a_former_system'];
    const [own, foreign] = await existingCompany(app, { people: 2, name: 'named', userIdOf: (index) => names[index] });
    const { nobody } = await run('--trust-metadata', 'userId');
    expect((await app.access(person)).plan).toBe('pro');
    expect(nobody).toContainEqual(
      expect.objectContaining({
        providerCustomerId: foreign?.providerCustomerId,
        reason: 'its metadata (userId) names u_of_a_former_system, who is no user here',
      }),
    );
    expect(await prisma().unprovenPurchase.count()).toBe(0);
    expect(await prisma().customer.findFirst({ where: { userId: person.id } })).toMatchObject({
      providerCustomerId: own?.providerCustomerId,
      assigned: true,
    });
  });

  test('an address in the CSV that nobody has proven waits for who proves it', async () => {
    const [stranger] = strangers;
    const email = `later@${provider}.example`;
    writeFileSync(map, `customer,user\n${stranger?.providerCustomerId},${email}\n`);
    const reason = 'the address in the CSV is not proven yet';
    expect((await run()).nobody).toContainEqual(
      expect.objectContaining({ providerCustomerId: stranger?.providerCustomerId, reason }),
    );
    const person = await app.signUpByForm(email);
    expect((await app.access(person)).plan).toBe('free');
    await proveAddress(app, person);
    expect((await app.access(person)).plan).toBe('pro');
    const customer = await prisma().customer.findFirstOrThrow({ where: { userId: person.id } });
    expect(customer).toMatchObject({ providerCustomerId: stranger?.providerCustomerId, assigned: true });
    expect(await prisma().expectedOwner.count()).toBe(0);
  });

  test('a CSV that names somebody else than the records is told, also where that is nobody here', async () => {
    const [one, two, three] = people;
    const [unproven, unknown] = [`unborn@${provider}.example`, 'u_unknown'];
    const own = await createPerson(app.deps, `own@${provider}.example`, false);
    const [theirs] = await existingCompany(app, { people: 1, name: 'own', userIdOf: () => own.id });
    writeFileSync(map, 'customer,user\n');
    await run();
    const lines = [
      [one?.existing.providerCustomerId, unproven],
      [two?.existing.providerCustomerId, unknown],
      [three?.existing.providerCustomerId, own.id],
      [theirs?.providerCustomerId, own.email],
    ];
    writeFileSync(map, ['customer,user', ...lines.map((line) => line.join(','))].join('\n'));
    const { others, code } = await run();
    expect(code).toBe(1);
    const wanted = Object.fromEntries(others.map((other) => [other.providerCustomerId, [other.userId, other.wanted]]));
    expect(wanted).toEqual({
      [String(one?.existing.providerCustomerId)]: [one?.person.id, unproven],
      [String(two?.existing.providerCustomerId)]: [two?.person.id, unknown],
      [String(three?.existing.providerCustomerId)]: [three?.person.id, own.id],
    });
  });
});

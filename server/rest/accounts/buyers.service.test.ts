import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askBuyers } from '../../auth/addresses/askBuyers.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../../testing/calls/requests.ts';
import { mayComplain } from '../../testing/run/complaints.ts';

mayComplain(/"msg":"Accounts: /, /request completed/);

interface Kept {
  subject: string;
  text: string;
}

const SUBJECT = { en: 'Is this your email address?', de: 'Ist das Ihre E-Mail-Adresse?' };

describe.each([
  { provider: 'alpha', kind: 'a trial', language: 'en', wanted: { plan: 'pro' } },
  { provider: 'beta', kind: 'a subscription', language: 'de', wanted: { plan: 'pro' } },
  {
    provider: 'gamma',
    kind: 'a one-time purchase',
    language: 'en',
    wanted: { plan: 'starter', interval: 'one_time' },
  },
] as const)('$provider: the first mail after $kind ($language)', ({ provider, kind, language, wanted }) => {
  let app: SandboxedApp;

  beforeAll(async () => {
    app = await startSandboxedApp(provider);
  });
  afterAll(() => app.close());

  const database = () => app.deps.billing.database;
  const ask = (outbox = app.deps.outbox) =>
    askBuyers({ prisma: database().prisma, baseUrl: app.deps.settings.baseUrl, outbox }, AbortSignal.timeout(20_000));
  const mailbox = async (email: string) => {
    await app.deps.outbox?.sendDue();
    const { mails } = await app.control<{ mails: Kept[] }>('GET', `mails?to=${encodeURIComponent(email)}`);
    return mails.filter(({ subject }) => subject === SUBJECT[language]);
  };

  test('shows the address and confirms it with its link, once per account, also after a crash', async () => {
    const payer = await app.signUpByForm(`payer-${provider}@example.com`);
    await database().prisma.user.update({ where: { id: payer.id }, data: { language } });
    await ask();
    expect(await mailbox(payer.email)).toEqual([]);
    if (kind === 'a subscription') await app.spendTrial(payer);
    await app.buy(payer, wanted);
    // The process dies while it queues the mail.
    await database().pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no mail is queued'; END $$;
      CREATE TRIGGER fails BEFORE INSERT ON mail FOR EACH ROW EXECUTE FUNCTION fail()`);
    await expect(ask()).rejects.toThrow('no mail is queued');
    await database().pool.query('DROP TRIGGER fails ON mail');
    await Promise.all([ask(), ask()]);
    await (kind === 'a one-time purchase' ? app.buy(payer, { plan: 'pro' }) : app.moveClock({ months: 1 }));
    await ask();

    const [mail, ...more] = await mailbox(payer.email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(payer.email);
    const token = /verify-address\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const proof = await app.call('/api/auth/verify-address', post({ token }, payer.cookie));
    expect(await answerOf(proof)).toMatchObject({ status: 200, body: { status: 'verified', email: payer.email } });
    expect(await database().prisma.unprovenPurchase.count()).toBe(0);
  });

  test('goes to nobody with a proven address, nor while no mail can be sent, nor where another account proved it', async () => {
    const [proven, silent] = [await app.signUp(`proven-${provider}@example.com`), await app.signUp()];
    await database().prisma.user.update({ where: { id: proven.id }, data: { emailVerified: true } });
    await app.buy(proven, wanted);
    await app.buy(silent, wanted);
    const beside = await app.signUpByForm(proven.email);
    await app.buy(beside, wanted).catch(() => undefined);
    await database().prisma.unprovenPurchase.create({ data: { userId: beside.id } });
    await ask(null);
    await database().prisma.unprovenPurchase.create({ data: { userId: beside.id } });
    await ask();
    expect([await mailbox(proven.email), await mailbox(silent.email)]).toEqual([[], []]);
  });
});

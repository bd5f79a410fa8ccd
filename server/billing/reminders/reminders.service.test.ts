import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/app/people.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { mailKept, mailsTo } from '../../testing/logins/mails.ts';
import { renewMail } from './reminderMail.ts';
import { sendReminders } from './sendReminders.ts';

/** Who is about to be charged is told once, in their language; who is not, isn't. */
describe('reminders', () => {
  let app: SandboxedApp;
  beforeAll(async () => {
    app = await startSandboxedApp('alpha', { environment: { ...mailKept } });
  });
  afterAll(() => app.close());

  const cancel = async ({ cookie }: Person) => {
    await app.as(cookie, '/api/payments/change', { kind: 'cancel_at_period_end' });
    await app.settle();
  };
  const subjects = async ({ email }: Person) => (await mailsTo(app, email)).map(({ subject }) => subject);
  const speakGerman = ({ id }: Person) =>
    app.deps.billing.database.prisma.user.update({ where: { id }, data: { language: 'de' } });

  test('before a trial ends and before a year renews, once, and to nobody who canceled', async () => {
    const [trying, leaving, yearly, yearlyLeaving] = [
      await app.signUp(),
      await app.signUp(),
      await app.signUpPaying({ plan: 'pro', interval: 'year' }),
      await app.signUpPaying({ plan: 'pro', interval: 'year' }),
    ];
    await app.buy(trying, { plan: 'pro' });
    await app.buy(leaving, { plan: 'pro' });
    await Promise.all([speakGerman(trying), cancel(leaving), cancel(yearlyLeaving)]);
    expect(await sendReminders(app.deps.billing)).toBe(0);

    await app.moveClock({ days: 12 });
    const peer = await app.startPeer(mailKept);
    peer.deps.billing.now = app.deps.billing.now;
    const sent = await Promise.all([app, peer, app].map(({ deps }) => sendReminders(deps.billing)));
    expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await sendReminders(app.deps.billing)).toBe(0);
    const [mail, ...others] = await mailsTo(app, trying.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Pro ist bis \d+\. \S+ \d{4} kostenlos$/);
    expect(mail?.text).toMatch(
      /endet am \d+\. \S+ \d{4} um \d\d:\d\d UTC\. Von da an zahlen Sie für Pro, 9,90\s\$ pro Monat/,
    );
    expect(mail?.text).toContain('„Tarif kündigen“');
    expect(mail?.text).toContain(`${app.url}/dashboard`);

    await cancel(trying);
    await app.moveClock({ days: 330 });
    const renewed = await Promise.all([app, peer].map(({ deps }) => sendReminders(deps.billing)));
    expect(renewed.reduce((sum, one) => sum + one, 0)).toBe(1);
    const [year, ...more] = await mailsTo(app, yearly.email);
    expect(more).toEqual([]);
    expect(year?.subject).toMatch(/^Pro renews on \w+ \d+, \d{4}$/);
    expect(year?.text).toMatch(
      /renews on \w+ \d+, \d{4} at \d+:\d\d\s[AP]M UTC\. You then pay for Pro, \$99\.00 per year/,
    );

    // The next year's charge has a mail of its own.
    await app.moveClock({ days: 360 });
    expect(await sendReminders(app.deps.billing)).toBe(1);
    expect((await subjects(yearly)).length).toBe(2);
    for (const quiet of [leaving, yearlyLeaving]) expect(await subjects(quiet)).toEqual([]);
    await peer.close();
  });

  test('a mail that was kept back is sent as things are then, or not at all', async () => {
    const { billing } = app.deps;
    const people = [];
    for (let person = 0; person < 3; person += 1)
      people.push(await app.signUpPaying({ plan: 'pro', interval: 'year' }));
    const [staying, leaving, dearer] = people as [Person, Person, Person];
    await app.moveClock({ days: 340 });
    await sendReminders(billing);
    const waitingOf = async ({ id }: Person) => {
      const { rows } = await billing.database.pool.query(
        `SELECT kind, concerns, extract(epoch FROM "expiresAt" - now())::float8 AS seconds FROM mail WHERE "userId" = $1`,
        [id],
      );
      return rows.at(-1);
    };
    const waits = new Map(await Promise.all(people.map(async (one) => [one, await waitingOf(one)] as const)));
    const renewed = async (person: Person) => {
      const { kind, concerns } = waits.get(person);
      return (await renewMail(billing, kind, concerns))?.facts?.plan ?? null;
    };
    expect(await renewed(staying)).toBe('Pro, $99.00 per year');
    await cancel(leaving);
    expect(await renewed(leaving)).toBeNull();
    const subscription = { userId: dearer.id };
    await billing.database.prisma.subscription.updateMany({ where: subscription, data: { amount: '199.00' } });
    expect(await renewed(dearer)).toBe('Pro, $199.00 per year');
    // The sender knows the date by the machine's clock, and the reader of the records by the company's.
    const { seconds, concerns } = waits.get(staying);
    const left = Date.parse(concerns.chargeAt) - billing.now().getTime();
    expect(Math.abs(seconds - Math.min(left / 1_000, 7 * 86_400))).toBeLessThan(300);
    await app.moveClock({ days: 40 });
    for (const person of people) expect(await renewed(person)).toBeNull();
  });

  test('REMINDERS=off sends none', async () => {
    const person = await app.signUp();
    await app.buy(person, { plan: 'pro' });
    await app.moveClock({ days: 13 });
    const off = await app.startPeer({ ...mailKept, REMINDERS: 'off' });
    off.deps.billing.now = app.deps.billing.now;
    expect(await sendReminders(off.deps.billing)).toBe(0);
    await off.close();
  });
});

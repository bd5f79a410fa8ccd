import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../testing/app/canaries.ts';
import { type BillingCommand, openCommand } from '../../testing/app/command.ts';
import { addCustomer } from '../../testing/app/rows.ts';
import { type SandboxedApp, startSandboxedApp } from '../../testing/app/sandboxedApp.ts';
import { answerOf, cookieOf, post } from '../../testing/calls/requests.ts';
import { mailKept, mailsTo, proveAddress, SUBJECTS, tokenFor } from '../../testing/logins/mails.ts';
import { mayComplain } from '../../testing/run/complaints.ts';
import { providersHere } from '../../testing/run/storey.ts';

mayComplain(/Email address not verified/, /request completed/, /"msg":"Accounts: /);

const NEW_PASSWORD = 'another horse battery';

/** The rule itself is in `auth/claims/decideClaim.test.ts`. */
describe.each(providersHere('gamma'))('who proves an address that somebody bought with (%s)', (provider) => {
  let app: SandboxedApp;
  let command: BillingCommand;

  beforeAll(async () => {
    const environment = { ...mailKept, OPERATOR_EMAILS: `ops-${provider}@example.com` };
    app = await startSandboxedApp(provider, { environment });
    command = openCommand(app, { OPERATOR_EMAILS: environment.OPERATOR_EMAILS });
  });
  afterAll(async () => {
    command.close();
    await app.close();
  });

  const prisma = () => app.deps.billing.database.prisma;
  const send = (path: string, body: object, cookie?: string) => app.call(`/api/auth/${path}`, post(body, cookie));
  const signIn = (email: string, password: string) => send('sign-in/email', { email, password });
  const userOf = async (cookie: string) =>
    (await app.trpc<{ id: string; email: string } | null>({ cookie }, 'session.me')) ?? null;
  const buyer = async () => {
    const found = await app.signUpByForm();
    await app.buy(found, { plan: 'pro' });
    return found;
  };
  const move = async (from: string, to: string) => {
    const { code, err } = await command.run('move', from, to, '--reason', 'Same person');
    expect({ code, err }).toEqual({ code: 0, err: '' });
  };
  const live = async () => (await app.truth()).subscriptions.filter(({ status }) => status !== 'canceled').length;

  test('a reset on another device opens the account; all else that opened it ends, and its browser is told', async () => {
    const payer = await buyer();
    await send('request-password-reset', { email: payer.email });
    const token = await tokenFor(app, payer.email, SUBJECTS.reset);
    const reset = await answerOf(await send('reset-password', { token, newPassword: NEW_PASSWORD }));
    expect(reset).toEqual({ status: 200, body: { status: true, isNew: false, others: 0 } });

    const told = await app.call('/api/trpc/session.me', { headers: { cookie: payer.cookie } });
    expect(await told.json()).toEqual({ result: { data: null } });
    expect(told.headers.getSetCookie().join()).toContain('billing.ended=claimed');
    expect((await signIn(payer.email, PASSWORD)).status).toBe(401);
    const entered = await signIn(payer.email, NEW_PASSWORD);
    const cookie = cookieOf(entered);
    expect(await userOf(cookie)).toMatchObject({ id: payer.id, email: payer.email });
    expect((await app.access({ cookie })).plan).toBe('pro');
    expect(await prisma().audit.findMany({ where: { userId: payer.id } })).toMatchObject([
      { action: 'address_claimed' },
    ]);
  });

  test('a sign-up beside and its verification open the account, and the empty one ends in it', async () => {
    const payer = await buyer();
    const before = await live();
    const response = await send('sign-up/email', { name: 'Eve', email: payer.email, password: NEW_PASSWORD });
    const cookie = cookieOf(response);
    const beside = await userOf(cookie);
    // It had a customer, so it is moved before it is forgotten.
    await addCustomer(app, { id: beside?.id ?? '', email: payer.email }, { provider, deletedAt: new Date() });
    const token = await tokenFor(app, payer.email, SUBJECTS.verify);
    const proof = await answerOf(await send('verify-address', { token }, cookie));
    expect(proof).toEqual({ status: 200, body: { status: 'opened', email: payer.email, others: 0 } });
    expect(await userOf(cookie)).toMatchObject({ id: payer.id, email: payer.email });
    expect(await userOf(payer.cookie)).toBeNull();
    expect([(await signIn(payer.email, PASSWORD)).status, (await signIn(payer.email, NEW_PASSWORD)).status]).toEqual([
      401, 200,
    ]);
    expect(await prisma().user.count({ where: { id: beside?.id } })).toBe(0);
    // Nobody is sold what they pay for already.
    const again = await app.call('/api/payments/checkout', post({ plan: 'pro' }, cookie));
    expect((await answerOf(again)).status).not.toBe(500);
    expect(await live()).toBe(before);
  });

  test('verifying in the own session ends nothing, whoever else bought under the address', async () => {
    const first = await buyer();
    const proofOfFirst = await tokenFor(app, first.email, SUBJECTS.verify);
    const cookie = cookieOf(await send('sign-up/email', { name: 'Eve', email: first.email, password: NEW_PASSWORD }));
    const second = await userOf(cookie);
    await prisma().accessGrant.create({
      data: { id: crypto.randomUUID(), userId: second?.id ?? '', plan: 'starter', reason: 'x', grantedBy: 'test' },
    });
    const proof = await answerOf(await send('verify-address', { token: proofOfFirst }, first.cookie));
    expect(proof.body).toEqual({ status: 'verified', email: first.email, others: 1 });
    expect(await userOf(first.cookie)).toMatchObject({ id: first.id });
    expect(await userOf(cookie)).toMatchObject({ id: second?.id });
    const acts = await prisma().audit.findMany({ where: { userId: second?.id } });
    expect(acts).toMatchObject([{ action: 'address_lost', toUserId: first.id }]);
    // Operators find it, until it is moved.
    const operator = await app.signUp(`ops-${provider}@example.com`);
    await prisma().user.update({ where: { id: operator.id }, data: { emailVerified: true } });
    const shared = async () =>
      (await app.trpc<{ userId: string; toUserId: string }[]>(operator, 'operator.sharedAddresses')).map(
        ({ userId, toUserId }) => [userId, toUserId],
      );
    expect(await shared()).toEqual([[second?.id, first.id]]);
    // So do both pages, as long: only the account that has the address says it.
    const says = (of: string) => app.trpc({ cookie: of }, 'account.shared');
    expect([await says(first.cookie), await says(cookie)]).toEqual([1, 0]);
    await move(second?.id ?? '', first.id);
    expect([await shared(), await says(first.cookie)]).toEqual([[], 0]);
  });

  test('operators give what was bought back to the buyer whose mistyped address another person proved', async () => {
    const payer = await buyer();
    await send('request-password-reset', { email: payer.email });
    const token = await tokenFor(app, payer.email, SUBJECTS.reset);
    await send('reset-password', { token, newPassword: NEW_PASSWORD });
    const cookie = cookieOf(await signIn(payer.email, NEW_PASSWORD));
    const again = await app.signUpByForm(`again-${provider}@example.com`);
    const claim = await prisma().audit.findFirstOrThrow({ where: { userId: payer.id, action: 'address_claimed' } });
    const undone = await command.run('move', '--undo', `${claim.id}`, '--reason', 'x');
    expect(undone).toMatchObject({ code: 1, err: expect.stringContaining(`run billing move ${payer.id} <buyer>`) });
    await move(payer.id, again.id);
    expect([(await app.access(again)).plan, (await app.access({ cookie })).plan]).toEqual(['pro', 'free']);
    expect(await userOf(cookie)).toMatchObject({ id: payer.id });
    expect(await app.subscriptions({ cookie })).toEqual([]);
  });

  test('who changes a proven address to one that another account bought under is told that the former account stays', async () => {
    const payer = await buyer();
    const mover = await app.signUpByForm(`mover-${provider}@example.com`);
    await proveAddress(app, mover);
    await send('change-address', { newEmail: payer.email, password: PASSWORD }, mover.cookie);
    await send('verify-address', { token: await tokenFor(app, mover.email, SUBJECTS.approve) }, mover.cookie);
    const token = await tokenFor(app, payer.email, SUBJECTS.confirm);
    const { body } = await answerOf(await send('verify-address', { token }, mover.cookie));
    expect(body).toEqual({ status: 'opened', email: payer.email, others: 0, former: mover.email });
    expect(await userOf(mover.cookie)).toMatchObject({ id: payer.id });
    const former = cookieOf(await signIn(mover.email, PASSWORD));
    expect(await userOf(former)).toMatchObject({ id: mover.id, email: mover.email });
  });

  test('billing verify opens the account that bought, and the empty one beside ends in it', async () => {
    const payer = await buyer();
    await prisma().user.update({ where: { id: payer.id }, data: { email: `lost-${provider}@unproven.invalid` } });
    await prisma().user.update({ where: { id: payer.id }, data: { wantedEmail: payer.email } });
    const holder = await app.signUpByForm(payer.email);
    const verified = await command.run('verify', payer.email, '--user', holder.id);
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining(`The account ${holder.id} ended in it`) });
    const cookie = cookieOf(await signIn(payer.email, PASSWORD));
    expect(await userOf(cookie)).toMatchObject({ id: payer.id, email: payer.email });
    expect([await userOf(holder.cookie), await userOf(payer.cookie)]).toEqual([null, null]);
    expect(await prisma().user.count({ where: { id: holder.id } })).toBe(0);
  });

  test('an address that was never proven is corrected from its own session, and the buyer keeps the plan', async () => {
    const payer = await buyer();
    const newEmail = `right-${provider}@example.com`;
    expect((await send('correct-address', { newEmail })).status).toBe(401);
    expect((await send('correct-address', { newEmail }, payer.cookie)).status).toBe(200);
    expect(await userOf(payer.cookie)).toMatchObject({ id: payer.id, email: newEmail });
    await proveAddress(app, { email: newEmail, cookie: payer.cookie });
    expect((await app.access(payer)).plan).toBe('pro');
    const again = await answerOf(await send('correct-address', { newEmail: payer.email }, payer.cookie));
    expect(again).toMatchObject({ status: 400, body: { code: 'ALREADY_VERIFIED' } });
    // Whoever owns the mistyped address gets nothing of it.
    const stranger = cookieOf(await send('sign-up/email', { name: 'S', email: payer.email, password: NEW_PASSWORD }));
    await proveAddress(app, { email: payer.email, cookie: stranger });
    expect((await userOf(stranger))?.id).not.toBe(payer.id);
    // A proven address of another account is not taken: its owner gets a mail.
    await send(
      'correct-address',
      { newEmail },
      cookieOf(await send('sign-up/email', { name: 'T', email: `t-${provider}@example.com`, password: PASSWORD })),
    );
    expect((await mailsTo(app, newEmail))[0]?.subject).toMatch(SUBJECTS.exists);
    expect(await userOf(payer.cookie)).toMatchObject({ id: payer.id, email: newEmail });
  });
});

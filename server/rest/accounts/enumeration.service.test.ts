import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { PASSWORD } from '../../testing/app/canaries.ts';
import { passwordWork } from '../../testing/app/quickPasswords.ts';
import { cookieOf, post } from '../../testing/calls/requests.ts';
import { mailKept, proveAddress } from '../../testing/logins/mails.ts';
import { mayComplain } from '../../testing/run/complaints.ts';

/** Whoever signs up with an address must not learn whether somebody else has it. */
let app: TestApp;

mayComplain(/"msg":"Accounts: /, /The work after a verified address is postponed/);

beforeAll(async () => {
  app = await startTestApp(mailKept);
});
afterAll(() => app.close());

const send = (path: string, body: object, cookie?: string) => app.call(`/api/auth/${path}`, post(body, cookie));
const signUp = async (email: string, password = PASSWORD) => ({
  email,
  cookie: cookieOf(await send('sign-up/email', { name: 'Eve', email, password })),
});

/** Signed up with the address once or twice, after nobody or its owner did. */
async function squatters(email: string, { owned, times }: { owned: boolean; times: number }) {
  if (owned) await proveAddress(app, await signUp(email, 'the password of its owner'));
  let last = '';
  for (let time = 0; time < times; time += 1) last = (await signUp(email)).cookie;
  return { email, cookie: last };
}

const CASES = [
  ['nobody', { owned: false, times: 0 }],
  ['nobody, signed up once', { owned: false, times: 1 }],
  ['an owner', { owned: true, times: 0 }],
  ['an owner, signed up once', { owned: true, times: 1 }],
  ['an owner, signed up three times', { owned: true, times: 3 }],
] as const;

test.each(CASES)('a sign-in computes two hashes where the address is held by %s', async (name, held) => {
  const email = `work-${name.replace(/\W+/g, '-')}@example.com`;
  await squatters(email, held);
  for (const password of ['wrong password', PASSWORD]) {
    const before = passwordWork.count;
    await send('sign-in/email', { email, password });
    expect([password, passwordWork.count - before]).toEqual([password, 2]);
  }
});

test('the export looks the same whether or not somebody else has the address', async () => {
  const exportOf = async ({ email, cookie }: { email: string; cookie: string }) => {
    const data = await app.trpc<Record<string, unknown>>({ cookie }, 'account.export');
    const text = JSON.stringify(data).replaceAll(email, 'ADDRESS');
    expect(text).not.toContain('unproven');
    const shapes = text.replace(/"[\w-]{20,}"/g, '"ID"').replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"TIME"');
    return JSON.parse(shapes) as unknown;
  };
  const free = await squatters('export-free@example.com', { owned: false, times: 1 });
  const taken = await squatters('export-taken@example.com', { owned: true, times: 1 });
  expect(await exportOf(taken)).toEqual(await exportOf(free));
  for (const { cookie } of [free, taken])
    await send('change-address', { newEmail: 'export-taken@example.com', password: PASSWORD }, cookie);
});

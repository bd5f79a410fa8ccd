import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { hostileAddresses } from '../../testing/calls/redirects.ts';
import { answerOf, cookieOf, post } from '../../testing/calls/requests.ts';
import { mailKept } from '../../testing/logins/mails.ts';
import {
  SOCIAL_SECRET,
  type SocialCompanies,
  socialSettings,
  startSocialCompanies,
} from '../../testing/logins/socialCompanies.ts';
import { BACK, comeBack, goThere } from '../../testing/logins/socialVisits.ts';
import { mayComplain } from '../../testing/run/complaints.ts';

/** The redirect to a social provider and back: real OAuth over HTTP, and what a browser may return with. */
let app: TestApp;
let companies: SocialCompanies;

// The payment provider is unreachable here, and refusals are logged.
mayComplain(/"msg":"Accounts: /, /The work after a verified address is postponed/);

beforeAll(async () => {
  companies = await startSocialCompanies();
  app = await startTestApp({ ...mailKept, ...socialSettings(companies.url) });
});
afterAll(async () => {
  await app.close();
  await companies.close();
});

let people = 0;
beforeEach(() => {
  people += 1;
  companies.person = { id: people, email: `social-${people}@example.com`, emailVerified: true };
});
afterEach(() => {
  Object.assign(companies, { answer: 'well', padding: 0, sent: 0 });
});

const enter = async (name: string) => comeBack(app, await goThere(app, name));

describe.each(['google', 'github'])('%s', (name) => {
  test('nobody gets in without an address', async () => {
    companies.person.email = null;
    const { location, me: entered } = await enter(name);
    expect(location).toBe(`${BACK.errorCallbackURL}&error=email_not_found`);
    expect(entered).toBeNull();
  });

  test.each([
    ['denied', 'access_denied'],
    ['error', 'unable_to_get_user_info'],
    ['nonsense', 'unable_to_get_user_info'],
  ] as const)('an answer of %s redirects back to the sign-in page', async (answer, error) => {
    mayComplain(/A social provider did not answer during a sign-in/);
    companies.answer = answer;
    const { status, location, me: entered } = await enter(name);
    expect({ status, location }).toEqual({ status: 302, location: `${BACK.errorCallbackURL}&error=${error}` });
    expect(entered).toBeNull();
  });

  test.each([
    [200_000, true],
    [200_001, false],
    [40_000_000, false],
  ])('a profile of %i bytes is taken: %s', async (bytes, isTaken) => {
    mayComplain(/A social provider did not answer during a sign-in/);
    companies.padding = bytes;
    const { location, me: entered } = await enter(name);
    const failed = `${BACK.errorCallbackURL}&error=unable_to_get_user_info`;
    expect([location, entered !== null]).toEqual([isTaken ? BACK.callbackURL : failed, isTaken]);
    // The rest of a very long one is not even received.
    if (bytes > 10_000_000) expect(companies.sent).toBeLessThan(bytes / 2);
  });

  test('a callback counts once, and only in the browser that started the sign-in', async () => {
    const went = await goThere(app, name);
    const other = await goThere(app, name);
    for (const cookie of ['', other.cookie]) {
      const { location, me: entered } = await comeBack(app, { ...went, cookie });
      expect(location).toContain('error=state_mismatch');
      expect(entered).toBeNull();
    }
    const again = await goThere(app, name);
    expect((await comeBack(app, again)).me).not.toBeNull();
    expect((await comeBack(app, again)).me).toBeNull();
    const invented = again.back.replace(/state=[^&]+/, `state=${'x'.repeat(32)}`);
    expect((await comeBack(app, { ...again, back: invented })).me).toBeNull();
  });

  test("another person's code is refused: it belongs to another PKCE verifier", async () => {
    const [victim, attacker] = [await goThere(app, name), await goThere(app, name)];
    const code = /code=[^&]+/.exec(victim.back)?.[0] ?? '';
    const { location, me: entered } = await comeBack(app, {
      ...attacker,
      back: attacker.back.replace(/code=[^&]+/, code),
    });
    expect(location).toContain('error=invalid_code');
    expect(entered).toBeNull();
  });
});

test.each(['callbackURL', 'errorCallbackURL'])('%s refuses an address on a foreign origin', async (field) => {
  companies.answer = field === 'callbackURL' ? 'well' : 'denied';
  for (const hostile of hostileAddresses(app.url)) {
    const body = { provider: 'google', ...BACK, [field]: hostile };
    const response = await app.call('/api/auth/sign-in/social', post(body));
    if (!response.ok) {
      expect([400, 403]).toContain(response.status);
      continue;
    }
    const asked = await fetch(((await response.json()) as { url: string }).url, { redirect: 'manual' });
    const back = new URL(asked.headers.get('location') ?? '');
    const { location } = await comeBack(app, { back: back.pathname + back.search, cookie: cookieOf(response) });
    expect(new URL(location ?? '', app.url).origin, JSON.stringify(hostile)).toBe(app.url);
  }
});

test.each([{}, { provider: 'apple' }, { provider: 7 }, { provider: 'google', callbackURL: 7 }, [], { provider: '' }])(
  'the body %j is refused',
  async (body) => {
    const { status, body: answer } = await answerOf(await app.call('/api/auth/sign-in/social', post(body)));
    expect([400, 403, 404]).toContain(status);
    expect(answer).toMatchObject({ error: expect.any(String) });
  },
);

test('nobody gets in when our client secret is wrong', async () => {
  const settings = { ...socialSettings(companies.url), SOCIAL_GOOGLE: `our-client:another-${SOCIAL_SECRET}` };
  const wrong = await startTestApp({ ...mailKept, ...settings }, app);
  const went = await goThere(wrong, 'google');
  const { location } = await comeBack(wrong, went);
  expect(location).toContain('error=invalid_code');
  await wrong.close();
});

test('pages get the list of social providers, and none is open when none is configured', async () => {
  const optionsOf = (on: TestApp) => on.trpc({ cookie: '' }, 'session.login');
  expect(await optionsOf(app)).toMatchObject({ social: ['google', 'github'] });
  const without = await startTestApp({}, app);
  expect(await optionsOf(without)).toMatchObject({ social: [] });
  const answer = await answerOf(await without.call('/api/auth/sign-in/social', post({ provider: 'google', ...BACK })));
  expect(answer).toEqual({ status: 404, body: { error: 'Not found' } });
  for (const company of ['google', 'github'])
    expect((await without.call(`/api/auth/callback/${company}?state=s&code=c`)).status).toBe(404);
  const one = await startTestApp({ SOCIAL_GITHUB: 'our-client:our-secret-0123456789' }, app);
  expect((await one.call('/api/auth/sign-in/social', post({ provider: 'google', ...BACK }))).status).toBe(404);
  expect((await one.call('/api/auth/sign-in/social', post({ provider: 'github', ...BACK }))).status).toBe(200);
  await one.close();
  await without.close();
});

import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfKey } from '../../auth/callers/serviceKeys.ts';
import { answerAccess } from '../../billing/access/answerAccess.ts';
import { keyCommand } from '../../cli/key.ts';
import { createKeyBox } from '../../database/keys/keyBox.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { dumpTables } from '../../testing/app/canaries.ts';
import { recordStatements } from '../../testing/database/statements.ts';
import { alphaEvent, alphaSubscription } from '../../testing/events/alphaObjects.ts';

const DAY = 86_400_000;

let app: TestApp;
let ada: { id: string; cookie: string };
let eve: { id: string; cookie: string };

beforeAll(async () => {
  app = await startTestApp({ SERVICE_KEYS: `web:read:${hashOfKey('web')}` });
  [ada, eve] = [await app.signUp(), await app.signUp()];
  await app.deliver(alphaEvent('subscription.created', alphaSubscription('sub_1', ada.id)));
  const data = { currentPeriodEnd: new Date(Date.now() + 20 * DAY) };
  await app.deps.billing.database.prisma.subscription.updateMany({ where: { userId: ada.id }, data });
});
afterAll(() => app.close());

interface Answer {
  access: {
    userId: string;
    plan: string;
    reason: string;
    until: string | null;
    features: object;
    seats: number;
    asOf: string;
  };
  token: string;
}

const ask = (headers: Record<string, string>, at = app) => at.call('/api/payments/access', { headers });
const read = async (who: { cookie: string }, at = app) =>
  (await (await ask({ cookie: who.cookie }, at)).json()) as Answer;

/** Verifies like a program that never calls us about a user. */
function check(token: string, at = app): Promise<{ payload: JWTPayload & { access?: unknown } }> {
  const keys = createRemoteJWKSet(new URL(`${at.url}/.well-known/jwks.json`), { cooldownDuration: 0 });
  const typ = 'billing-access+jwt';
  return jwtVerify(token, keys, { issuer: app.url, audience: 'billing-access', typ, algorithms: ['EdDSA'] });
}

test('returns what the plan includes, in the words of the plans file', async () => {
  const { access } = await read(ada);
  const plan = app.deps.settings.plans.plans.find(({ name }) => name === access.plan);
  expect(access).toMatchObject({ userId: ada.id, plan: 'pro', reason: 'active', features: plan?.features, seats: 1 });
  expect((await read(eve)).access).toMatchObject({ plan: 'free', reason: 'none', until: null });
});

test('a service key gets the same answer', async () => {
  const byKey = (await (await ask({ authorization: 'Bearer web', 'x-user-id': ada.id })).json()) as Answer;
  const { access } = await read(ada);
  expect({ ...byKey.access, asOf: null }).toEqual({ ...access, asOf: null });
  const typed = await app.trpc<Answer>(ada, 'access.current');
  expect({ ...typed.access, asOf: null }).toEqual({ ...access, asOf: null });
});

describe('the token', () => {
  test('contains the same access and is verified offline', async () => {
    const { access, token } = await read(ada);
    const { payload } = await check(token);
    const { asOf } = payload.access as { asOf: string };
    expect(payload).toMatchObject({ sub: ada.id, iss: app.url, access: { ...access, asOf } });
    expect(Date.parse(access.asOf) - Date.parse(asOf)).toBeLessThan(10_000);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
  });

  test('states a change at once', async () => {
    const own = await app.signUp();
    const before = await read(own);
    await app.deliver(alphaEvent('subscription.created', alphaSubscription('sub_anew', own.id)));
    const changed = await read(own);
    expect(changed.token).not.toBe(before.token);
    expect((await check(changed.token)).payload.access).toMatchObject({ userId: own.id, plan: changed.access.plan });
  });

  test('with a forged payload is refused', async () => {
    const { token } = await read(eve);
    const [head = '', , signature = ''] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ sub: eve.id, access: { plan: 'pro' } })).toString('base64url');
    await expect(check(`${head}.${forged}.${signature}`)).rejects.toThrow(/signature/);
  });

  test('uses the real time for the whole of its life, whatever time the records are evaluated at', async () => {
    const { billing } = app.deps;
    const [at, before] = [new Date(Date.now() + 10 * DAY), Math.floor(Date.now() / 1_000)];
    const { access, sign } = await answerAccess({ ...billing, now: () => at }, ada);
    const { iat = 0, exp = 0 } = decodeJwt(sign());
    expect(access.asOf).toBe(at.toISOString());
    expect(iat).toBeGreaterThanOrEqual(before);
    expect(iat).toBeLessThanOrEqual(Date.now() / 1_000);
    expect(exp - iat).toBe(900);
    const last = new Date(Date.parse(access.endsAt ?? '') - 60_000);
    const { sign: signLast } = await answerAccess({ ...billing, now: () => last }, ada);
    const ending = decodeJwt(signLast());
    expect(Math.abs((ending.exp ?? 0) - (ending.iat ?? 0) - 60)).toBeLessThanOrEqual(1);
  });

  test('authenticates nothing', async () => {
    const { token } = await read(ada);
    expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await ask({ cookie: `billing.session_token=${token}` })).status).toBe(401);
  });

  test.each([
    ['it ends with the paid time', { currentPeriodEnd: new Date(Date.now() + 120_000), cancelAtPeriodEnd: true }, 120],
    ['the paid time ends before, the grace does not', { currentPeriodEnd: new Date(Date.now() + 120_000) }, 900],
    ['a renewal is late, and the grace ends before', { currentPeriodEnd: new Date(Date.now() - 3 * DAY + 60_000) }, 60],
    ['a renewal is late', { currentPeriodEnd: new Date(Date.now() - DAY) }, 900],
  ])('expires no later than the access it states: %s', async (_name, data, seconds) => {
    const late = await app.signUp();
    await app.deliver(alphaEvent('subscription.created', alphaSubscription(`sub_${late.id}`, late.id)));
    await app.deps.billing.database.prisma.subscription.updateMany({ where: { userId: late.id }, data });
    const { access, token } = await read(late);
    const { payload } = await check(token);
    const left = (payload.exp ?? 0) - Date.now() / 1000;
    expect(access.plan).toBe('pro');
    expect(left).toBeGreaterThan(seconds - 50);
    expect(left).toBeLessThanOrEqual(seconds + 1);
  });
});

describe('the ETag', () => {
  test('gives a 304 while the access is unchanged, and a 200 after a change', async () => {
    const own = await app.signUp();
    // A new token half-life may begin between two calls.
    for (let round = 0; ; round += 1) {
      const first = await ask({ cookie: own.cookie });
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      const again = await ask({ cookie: own.cookie, 'if-none-match': `"x", W/${etag}` });
      if (again.status === 200 && round < 3) continue;
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
      await app.deliver(alphaEvent('subscription.created', alphaSubscription('sub_etag', own.id)));
      expect((await ask({ cookie: own.cookie, 'if-none-match': etag })).status).toBe(200);
      break;
    }
  });

  test("changes at half of the token's lifetime", async () => {
    const short = await startTestApp({ ACCESS_TOKEN_SECONDS: '60' }, app);
    const tags = new Set<string>();
    const billing = { ...short.deps.billing, accessTokenSeconds: 1 };
    const until = Date.now() + 10_000;
    while (tags.size < 2 && Date.now() < until) tags.add((await answerAccess(billing, eve)).etag);
    expect(tags.size).toBe(2);
    await short.close();
  });
});

describe('the keys', () => {
  const keysOf = async (at = app) => {
    const response = await at.call('/.well-known/jwks.json');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    return ((await response.json()) as { keys: { kid: string; d?: string }[] }).keys;
  };
  const rotate = (...more: string[]) => {
    const { billing, settings } = app.deps;
    const context = { billing, settings, running: null, signal: new AbortController().signal, print: () => {} };
    return keyCommand.run(context, ['rotate-signing', ...more]);
  };
  const kidOf = async (at = app) => decodeProtectedHeader((await read(eve, at)).token).kid;

  test('are the same for all processes, and no private key is published or stored unencrypted', async () => {
    const other = await startTestApp({}, app);
    expect(await kidOf(other)).toBe(await kidOf());
    expect((await keysOf())[0]).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
    expect((await keysOf()).some((key) => 'd' in key)).toBe(false);
    expect(await dumpTables(app.deps.settings.databaseUrl)).not.toContain('PRIVATE KEY');
    await other.close();
  });

  test('a new key is published before it signs, and the old one stays until its tokens expire', async () => {
    const [before, { token }] = [await kidOf(), await read(ada)];
    expect(await rotate()).toBe(0);
    expect(await kidOf()).toBe(before);
    const shown = await keysOf();
    expect(shown.map(({ kid }) => kid)).toEqual([expect.not.stringMatching(before ?? ''), before]);
    const { pool } = app.deps.billing.database;
    await pool.query(
      `UPDATE signing_key SET "signsFrom" = "signsFrom" - interval '301 seconds', "shownUntil" = "shownUntil" - interval '301 seconds'`,
    );
    const later = await startTestApp({}, app);
    expect(await kidOf(later)).toBe(shown[0]?.kid);
    expect((await check(token)).payload.sub).toBe(ada.id);
    await pool.query(`UPDATE signing_key SET "shownUntil" = "shownUntil" - interval '2 hours'`);
    await expect.poll(async () => (await keysOf()).map(({ kid }) => kid)).toEqual([shown[0]?.kid]);
    await later.close();
  });

  test('many requests for the keys read the database once a second', async () => {
    const fresh = await startTestApp({}, app);
    const statements = recordStatements(fresh.deps.billing.database.pool);
    const begun = Date.now();
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 20 }, () => keysOf(fresh)));
    const reads = statements.filter(({ text }) => text.includes('"publicKey"')).length;
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual(1 + (Date.now() - begun) / 1_000);
    await fresh.close();
  });

  test('--now: tokens signed with the old key are no longer valid', async () => {
    const { token } = await read(ada);
    expect(await rotate('--now')).toBe(0);
    expect(await keysOf()).toHaveLength(1);
    await expect(check(token)).rejects.toThrow(/no applicable key/);
    expect((await check((await read(ada)).token)).payload.sub).toBe(ada.id);
  });

  test('a key box opens what it sealed and nothing that was altered', () => {
    const [box, other] = [createKeyBox('one secret', 'a'), createKeyBox('one secret', 'b')];
    const sealed = box.seal('private');
    expect([box.open(sealed), other.open(sealed)]).toEqual(['private', null]);
    expect(box.open(`${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`)).toBeNull();
    expect(box.open('')).toBeNull();
  });
});

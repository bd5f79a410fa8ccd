import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { openService } from './service.ts';
import { readSettings, SettingsError } from './settings/settings.ts';
import { post } from './testing/calls/requests.ts';
import { createTestDatabase } from './testing/database/database.ts';
import { until } from './testing/run/until.ts';

test("with SANDBOX_CLOCK=follow access expires as the sandbox's clock is moved", async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-clock-'));
  const settings = readSettings({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    SANDBOX: 'on',
    SANDBOX_PORT: '0',
    SANDBOX_CLOCK: 'follow',
    LOG_LEVEL: 'silent',
  });
  const service = await openService(settings, { log: createLog(settings), signal: new AbortController().signal });
  const control = (path: string, body: object) =>
    fetch(`${service.sandboxUrl}/_sandbox/${path}`, post(body, undefined, { 'x-sandbox': '1' }));
  try {
    const person = { email: 'ada@example.com', password: 'a long enough passphrase', name: 'Ada' };
    const origin = { origin: service.url };
    const signedUp = await fetch(`${service.url}/api/auth/sign-up/email`, post(person, undefined, origin));
    const cookie = signedUp.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const access = async () => {
      const response = await fetch(`${service.url}/api/trpc/subscription.access`, { headers: { cookie } });
      const { result } = (await response.json()) as { result: { data: { plan: string; asOf: string } } };
      return result.data;
    };
    const buying = post({ plan: 'pro' }, cookie, origin);
    const { sessionId } = (await (await fetch(`${service.url}/api/payments/checkout`, buying)).json()) as {
      sessionId: string;
    };
    expect((await control(`checkouts/${sessionId}/pay`, {})).status).toBe(200);
    await until('the plan is there', async () => (await access()).plan === 'pro');
    // No renewal is reported: only time ends the plan.
    await control('switches', { drop: 1 });
    await control('clock', { months: 3 });
    const later = await access();
    expect(later.plan).toBe('free');
    expect(Date.parse(later.asOf) - Date.now()).toBeGreaterThan(80 * 86_400_000);
  } finally {
    await service.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('without a sandbox the setting is refused', () => {
  const odd = {
    SANDBOX: 'off',
    SANDBOX_CLOCK: 'follow',
    ALPHA_SECRET_KEY: 'sk',
    ALPHA_WEBHOOK_SECRET: 'whsec_0123456789',
  };
  expect(() => readSettings(odd)).toThrow(SettingsError);
  expect(() => readSettings(odd)).toThrow('SANDBOX_CLOCK: there is no sandbox to follow');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { providerNames } from '../../adapters/index.ts';
import { packageRoot } from '../../settings/packageRoot.ts';
import { readSettings } from '../../settings/settings.ts';
import { providerSettings } from '../app/providerSettings.ts';
import { readCompose } from './compose.ts';

const PASSWORD = 'p/a#s@s:w?o%r d&';
const given = {
  BASE_URL: 'https://billing.test',
  POSTGRES_PASSWORD: PASSWORD,
  AUTH_SECRET: 'YSBsb25nIHNlY3JldCBvZiBhIHRlc3Q',
};
/** The variables of an .env file for one provider. */
function environmentFor(provider: string): Record<string, string> {
  const all = providerSettings({ secretKey: 'sk_live_0123456789abcdef', webhookSecret: 'whsec_0123456789abcdef' });
  const own = Object.entries(all).filter(([name]) => name.startsWith(provider.toUpperCase()));
  return { ...given, PAYMENT_PROVIDER: provider, ...Object.fromEntries(own) };
}

test.each(providerNames)('passes the .env settings of %s to both processes, which accept them', (provider) => {
  const { services } = readCompose(environmentFor(provider));
  for (const name of ['server-1', 'server-2'] as const) {
    const settings = readSettings(services[name].environment);
    expect(settings).toMatchObject({ mode: 'production', provider, port: 3000, trustProxy: 1, sandbox: false });
    expect(settings.baseUrl).toBe(given.BASE_URL);
    expect(settings.providers[provider].prices).toHaveLength(9);
    expect(settings.providers[provider].webhookSecrets).toEqual(['whsec_0123456789abcdef']);
  }
});

test('allows any character in a password, which no URL contains', () => {
  const { services } = readCompose(environmentFor('alpha'));
  expect(services.database.environment.POSTGRES_PASSWORD).toBe(PASSWORD);
  expect(services['server-1'].environment.PGPASSWORD).toBe(PASSWORD);
  expect(services['server-1'].environment.DATABASE_URL).not.toContain(PASSWORD);
});

test.each(['POSTGRES_PASSWORD', 'BASE_URL'])('refuses to start without %s', (name) => {
  expect(() => readCompose({ ...environmentFor('alpha'), [name]: '' })).toThrow(`${name}: set ${name} in .env`);
});

test('the proxy serves BASE_URL, or plain HTTP behind another proxy that it trusts', () => {
  const { proxy } = readCompose(environmentFor('alpha')).services;
  expect(proxy.environment).toEqual({ SITE_ADDRESS: given.BASE_URL, TRUSTED_PROXIES: '' });
  const further = { SITE_ADDRESS: 'http://:80', TRUSTED_PROXIES: '10.0.0.0/8', TRUST_PROXY: '2' };
  const { services } = readCompose({ ...environmentFor('alpha'), ...further });
  expect(services.proxy.environment).toEqual({ SITE_ADDRESS: 'http://:80', TRUSTED_PROXIES: '10.0.0.0/8' });
  expect(readSettings(services['server-1'].environment).trustProxy).toBe(2);
});

describe.each(Object.entries(readCompose(environmentFor('alpha')).services))('%s', (name, service) => {
  test('has only the privileges that it needs, rotates its log, and pins its image version', () => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(service.logging?.options).toEqual({ 'max-size': expect.any(String), 'max-file': expect.any(String) });
    if (!service.build) expect(service.image).toMatch(/:\d+\.\d+/);
    if (name !== 'proxy') expect(service.ports).toBeUndefined();
  });
});

test('gives a process the time to drain before it is killed', () => {
  const { services } = readCompose(environmentFor('alpha'));
  const seconds = Number.parseInt(services['server-1'].stop_grace_period ?? '', 10);
  const { drainSeconds } = readSettings(services['server-1'].environment);
  expect(seconds).toBeGreaterThanOrEqual(drainSeconds + 10);
});

test("starts with the example of the documentation's page", () => {
  const page = readFileSync(join(packageRoot(), 'server/docs/proxies.md'), 'utf8');
  const [, lines = ''] = /<<'END'\n(.*?)END\n/s.exec(page) ?? [];
  const example = Object.fromEntries(
    lines
      .trim()
      .split('\n')
      .map((line) => line.split('=', 2) as [string, string]),
  );
  const values = Object.entries(example).map(([name, value]) => [name, value.replace('…', '0123456789abcdef')]);
  const { services } = readCompose(Object.fromEntries(values));
  expect(readSettings(services['server-1'].environment).provider).toBe('alpha');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemsOf, production } from '../testing/app/environments.ts';
import { packageRoot } from './packageRoot.ts';
import { readSettings, settingNames } from './settings.ts';

const STRONG = 'whsec_0123456789abcdef';
const live = { SANDBOX: 'off', ALPHA_SECRET_KEY: 'sk_test_1', ALPHA_WEBHOOK_SECRET: STRONG };

describe('readSettings', () => {
  it('works with nothing set: alpha in the sandbox on the default ports', () => {
    expect(readSettings({})).toMatchObject({
      provider: 'alpha',
      port: 3000,
      sandbox: true,
      sandboxPort: 4010,
      dataDir: '.data',
      baseUrl: undefined,
    });
  });

  it('turns the sandbox off when the active provider has a secret key, and on when SANDBOX=on', () => {
    const { SANDBOX: _, ...auto } = live;
    expect(readSettings(auto).sandbox).toBe(false);
    expect(readSettings({ ...auto, SANDBOX: 'on' }).sandbox).toBe(true);
  });

  it.each([
    ['unset', undefined],
    ['blank', ''],
    ['only spaces', '                      '],
    ['short', 'whsec_123456789'],
    ['one of two short', `${STRONG},short`],
    ['one of two blank', `${STRONG},`],
  ])('refuses a webhook secret that is %s', (_name, secret) => {
    const { ALPHA_WEBHOOK_SECRET: _, ...rest } = live;
    const environment = secret === undefined ? rest : { ...rest, ALPHA_WEBHOOK_SECRET: secret };
    expect(problemsOf(environment).join()).toContain('ALPHA_WEBHOOK_SECRET');
  });

  it('refuses a blank webhook secret even in the sandbox', () => {
    expect(problemsOf({ ALPHA_WEBHOOK_SECRET: ' ' }).join()).toContain('ALPHA_WEBHOOK_SECRET');
  });

  it('reads several secrets, newest first', () => {
    const second = 'whsec_fedcba9876543210';
    const settings = readSettings({ ...live, ALPHA_WEBHOOK_SECRET: `${STRONG}, ${second}` });
    expect(settings.providers.alpha.webhookSecrets).toEqual([STRONG, second]);
  });

  it('reads prices by plan and interval, and a renamed signature header in lower case', () => {
    const settings = readSettings({
      ...live,
      ALPHA_PRICE_PRO_MONTH: 'price_1',
      ALPHA_PRICE_ENTERPRISE_ONE_TIME: 'price_2',
      ALPHA_SIGNATURE_HEADER: 'Stripe-Signature',
    });
    expect(settings.providers.alpha.signatureHeader).toBe('stripe-signature');
    expect(settings.providers.alpha.prices).toEqual([
      { id: 'price_1', plan: 'pro', interval: 'month' },
      { id: 'price_2', plan: 'enterprise', interval: 'one_time' },
    ]);
  });

  it('reads several ids of one price, the sold one first', () => {
    const settings = readSettings({ ...live, ALPHA_PRICE_PRO_MONTH: 'price_new, price_old,, price_older' });
    expect(settings.providers.alpha.prices.map(({ id }) => id)).toEqual(['price_new', 'price_old', 'price_older']);
  });

  it('refuses prices of unknown plans and intervals', () => {
    const odd = { ALPHA_PRICE_GOLD_MONTH: 'price_g', BETA_PRICE_PRO_WEEK: 'prod_w', GAMMA_PRICE_GOLD_YEAR: ' ' };
    expect(() => readSettings({ ...live, ...odd })).toThrow(
      /ALPHA_PRICE_GOLD_MONTH: has no known plan[^\n]*\n[^\n]*BETA_PRICE_PRO_WEEK: has no known plan[^\n]*$/,
    );
  });

  it('refuses one price id for two plans or intervals, and names them', () => {
    const prices = {
      ALPHA_PRICE_STARTER_MONTH: 'price_a',
      ALPHA_PRICE_PRO_MONTH: ' price_a',
      ALPHA_PRICE_PRO_YEAR: 'b',
    };
    const former = {
      BETA_PRICE_PRO_MONTH: 'prod_1',
      BETA_PRICE_PRO_ONE_TIME: 'prod_1',
      GAMMA_PRICE_PRO_MONTH: 'prod_1',
    };
    expect(problemsOf({ ...live, ...prices, ...former })).toEqual([
      'ALPHA_PRICE_STARTER_MONTH, ALPHA_PRICE_PRO_MONTH: are the same price, so a purchase would be ambiguous',
      'BETA_PRICE_PRO_MONTH, BETA_PRICE_PRO_ONE_TIME: are the same price, so a purchase would be ambiguous',
    ]);
  });

  it('refuses a price that is a plan’s and to be ignored', () => {
    const ignored = { ALPHA_PRICE_PRO_MONTH: 'price_1,price_2', ALPHA_PRICE_IGNORE: 'prod_9, price_2' };
    expect(problemsOf({ ...live, ...ignored })).toEqual([
      "ALPHA_PRICE_IGNORE: price_2 is also in ALPHA_PRICE_PRO_MONTH, so it is a plan's price",
    ]);
    expect(readSettings({ ...live, GAMMA_PRICE_IGNORE: 'a,b' }).providers.gamma.ignoredPrices).toEqual(['a', 'b']);
  });

  it('lists every problem at once', () => {
    const problems = problemsOf({
      PORT: 'x',
      PAYMENT_PROVIDER: 'delta',
      ALPHA_WEBHOOK_SECRET: 'short',
      BETA_API_URL: 'ftp://x',
    });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'PAYMENT_PROVIDER',
      'ALPHA_WEBHOOK_SECRET',
      'BETA_API_URL',
    ]);
  });

  it.each([
    ['0', 0],
    [' 2 ', 2],
    ['', 0],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, 192.168.1.1', ['10.0.0.0/8', '192.168.1.1']],
    ['uniquelocal,fd00::/8', ['uniquelocal', 'fd00::/8']],
  ])('understands TRUST_PROXY %j', (value, expected) => {
    expect(readSettings({ TRUST_PROXY: value }).trustProxy).toEqual(expected);
  });

  it.each([
    'true',
    'false',
    'yes',
    '-1',
    '1.5',
    '100',
    'localhost',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '1, 2',
    'loopback,',
    '10.0.0',
  ])('refuses TRUST_PROXY %j', (value) => {
    expect(problemsOf({ TRUST_PROXY: value })).toEqual([expect.stringMatching(/^TRUST_PROXY: /)]);
  });

  it.each([
    ['postgresql://u:p@a:5432,b:5432/x', 'must name one host'],
    ['postgresql://a,b/x', 'must name one host'],
    ['postgresql://u:p/w#x@db/x', 'is not an address: in a password'],
    ['mysql://db/x', 'must begin with postgresql://'],
    ['db.example.com', 'must begin with postgresql://'],
  ])('refuses %s as DATABASE_URL, and gives the reason without its password', (address, reason) => {
    const problems = problemsOf({ ...live, DATABASE_URL: address });
    expect(problems).toEqual([expect.stringContaining(`DATABASE_URL: ${reason}`)]);
    expect(problems.join()).not.toContain('u:p');
  });

  it.each(['postgres://u:p,w@db/x?sslmode=verify-full&sslrootcert=/a,b', 'postgresql:///x?host=/run/postgresql'])(
    'accepts %s as DATABASE_URL',
    (address) => expect(readSettings({ ...live, DATABASE_URL: address }).databaseUrl).toBe(address),
  );

  it('names former providers whose live subscriptions are handled elsewhere', () => {
    expect(readSettings({ IGNORE_FORMER: ' beta,gamma ' }).ignoreFormer).toEqual(['beta', 'gamma']);
    expect(readSettings({}).ignoreFormer).toEqual([]);
    expect(problemsOf({ ...live, IGNORE_FORMER: 'delta' })).toEqual([expect.stringContaining('IGNORE_FORMER')]);
  });

  it('requires the settings of a draining provider', () => {
    expect(problemsOf({ ...live, DRAINING_PROVIDERS: 'beta' })).toHaveLength(2);
  });

  it('accepts a complete production environment', () => {
    expect(readSettings(production)).toMatchObject({ mode: 'production', sandbox: false, host: '0.0.0.0' });
  });

  it.each([
    ['AUTH_SECRET', {}],
    ['BASE_URL', {}],
    ['DATABASE_URL', {}],
    ['ALPHA_PRICE_PRO_MONTH', {}],
    ['BASE_URL', { BASE_URL: 'http://pay.example.com' }],
    ['AUTH_SECRET', { AUTH_SECRET: 'short' }],
  ])('refuses production without a good %s', (name, replacement) => {
    const { [name as keyof typeof production]: _, ...rest } = production;
    const expected = name.replace('PRO_MONTH', '<PLAN>_<INTERVAL>');
    expect(problemsOf({ ...rest, ...replacement }).join()).toContain(expected);
  });

  it('never starts the sandbox in production, not even with SANDBOX=on', () => {
    const { SANDBOX: _, ALPHA_SECRET_KEY: __, ...rest } = production;
    expect(problemsOf(rest).join()).toContain('ALPHA_SECRET_KEY');
    for (const environment of [rest, production])
      expect(problemsOf({ ...environment, SANDBOX: 'on' })).toEqual([
        'SANDBOX: must not be on in production: its test cards could buy everything',
      ]);
  });

  it.each([
    ['AUTH_SECRET', 'at-least-16-bytes-better-32-random-ones'],
    ['AUTH_SECRET', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['AUTH_SECRET', 'change-me-change-me-change-me'],
    ['ALPHA_SECRET_KEY', 'sk_live_...'],
    ['ALPHA_WEBHOOK_SECRET', 'whsec_your-secret-goes-here'],
    ['METRICS_TOKEN', 'example-metrics-token'],
  ])('refuses production with an example value as %s: %s', (name, value) => {
    expect(problemsOf({ ...production, [name]: value })).toEqual([`${name}: is an example value, not a secret`]);
  });
});

describe('the documentation', () => {
  const read = (file: string) => readFileSync(join(packageRoot(), file), 'utf8');
  const sorted = (names: string[]) => [...new Set(names)].sort();

  it('the settings page names exactly the existing settings', () => {
    const cells = [...read('server/docs/settings.md').matchAll(/^\| (`[^|]+`) \|/gm)].map(([, cell = '']) => cell);
    const names = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    expect(sorted(names)).toEqual(sorted(settingNames));
  });

  it('.env.example names exactly the existing settings and is itself valid', () => {
    const lines = [...read('.env.example').matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)];
    const general = (name: string) =>
      name.replace(/^(ALPHA|BETA|GAMMA)_/, '<P>_').replace(/^<P>_PRICE_(?!IGNORE$).*/, '<P>_PRICE_<PLAN>_<INTERVAL>');
    expect(sorted(lines.map(([, name = '']) => general(name)))).toEqual(sorted(settingNames));
    const set = lines.filter(([line]) => !line.startsWith('#')).map(([, name = '', value = '']) => [name, value]);
    expect(problemsOf(Object.fromEntries(set))).toEqual([]);
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { providerNames } from '../adapters/index.ts';
import { startTestApp } from '../testing/app/app.ts';
import { providerSettings } from '../testing/app/providerSettings.ts';
import { mayComplain } from '../testing/run/complaints.ts';

mayComplain(/Failed to create checkout session/, /request completed/);

const HEADER = `00-${'4b'.repeat(16)}-${'a7'.repeat(8)}-01`;

test.each(providerNames)("a call's trace goes on to %s, and stands in the line of its failure", async (provider) => {
  const asked: (string | undefined)[] = [];
  const company = createServer((request, response) => {
    asked.push(request.headers.traceparent as string | undefined);
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{}}');
  });
  await new Promise<void>((resolve) => company.listen(0, '127.0.0.1', resolve));
  const apiUrl = `http://127.0.0.1:${(company.address() as AddressInfo).port}`;
  const settings = providerSettings({ secretKey: 'sk_for_tests', webhookSecret: 'whsec_for_tests_0123456789', apiUrl });
  const app = await startTestApp({ ...settings, PAYMENT_PROVIDER: provider });
  try {
    const { cookie } = await app.signUp();
    const buy = (headers: Record<string, string>) =>
      app.call('/api/payments/checkout', {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, ...headers },
        body: JSON.stringify({ plan: 'pro' }),
      });
    expect((await buy({ traceparent: HEADER })).status).toBe(500);
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked.splice(0))).toEqual(new Set([HEADER]));
    const traced = app.logged.filter((line) => line.includes('4b'.repeat(16)));
    expect(traced.some((line) => line.includes('"level":50'))).toBe(true);
    expect((await buy({})).status).toBe(500);
    expect(new Set(asked)).toEqual(new Set([undefined]));
  } finally {
    await app.close();
    company.close();
  }
});

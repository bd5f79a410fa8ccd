import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { mayComplain } from '../testing/run/complaints.ts';

mayComplain(/Internal Server Error/, /request completed/);

let verbose: TestApp;
let quiet: TestApp;

beforeAll(async () => {
  verbose = await startTestApp({ LOG_LEVEL: 'debug' });
  quiet = await startTestApp();
});
afterAll(async () => {
  await quiet.close();
  await verbose.close();
});

const linesOf = (app: TestApp) =>
  app.logged.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => 'responseTime' in line);

async function lineOf(app: TestApp, id: string | null) {
  const find = () => linesOf(app).find(({ req }) => (req as { id: string }).id === id);
  await expect.poll(find).toBeDefined();
  return find();
}

test('each answer is logged at debug, with its request id and the path without its query', async () => {
  const response = await verbose.call('/api/payments/subscription?card=declined');
  const id = response.headers.get('x-request-id');
  expect(await lineOf(verbose, id)).toMatchObject({
    level: 20,
    msg: 'request completed',
    responseTime: expect.any(Number),
    req: { id, method: 'GET', path: '/api/payments/subscription' },
    res: { status: 401 },
  });
  expect(verbose.logged.join()).not.toContain('declined');
});

test('lines of a call carry its trace', async () => {
  const traceparent = `00-${'4b'.repeat(16)}-${'a7'.repeat(8)}-01`;
  const response = await verbose.call('/api/nothing', { headers: { traceparent } });
  const line = await lineOf(verbose, response.headers.get('x-request-id'));
  expect(line).toMatchObject({ trace_id: '4b'.repeat(16), span_id: 'a7'.repeat(8) });
  const untraced = await verbose.call('/api/nothing');
  expect(await lineOf(verbose, untraced.headers.get('x-request-id'))).not.toHaveProperty('trace_id');
});

test('by default only our own failures are logged', async () => {
  const fine = await quiet.call('/api/nothing');
  const { cookie } = await quiet.signUp();
  await quiet.deps.billing.database.close();
  const failed = await quiet.call('/api/payments/subscription', { headers: { authorization: 'Bearer x.y' } });
  const broken = await quiet.call('/api/payments/subscription', { headers: { cookie } });
  expect([fine.status, failed.status, broken.status]).toEqual([404, 401, 500]);
  expect(await lineOf(quiet, broken.headers.get('x-request-id'))).toMatchObject({ level: 40, res: { status: 500 } });
  expect(linesOf(quiet)).toHaveLength(1);
});

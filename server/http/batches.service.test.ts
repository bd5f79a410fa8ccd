import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app/app.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { recordStatements, type Statement } from '../testing/database/statements.ts';

const TOO_LARGE = {
  status: 413,
  body: { error: { message: 'Too many procedures in a batch, at most 10', data: { httpStatus: 413 } } },
};

let app: TestApp;
let cookie: string;
let statements: Statement[];

beforeAll(async () => {
  app = await startTestApp();
  await app.deps.worker.stop();
  ({ cookie } = await app.signUp());
  statements = recordStatements(app.deps.billing.database.pool);
});
afterAll(() => app.close());
beforeEach(() => {
  statements.length = 0;
});

const names = (procedure: string, many: number, comma = ',') => Array(many).fill(procedure).join(comma);
const get = (path: string) => app.call(`/api/trpc/${path}?batch=1&input={}`, { headers: { cookie } });
const mutate = (path: string) => app.call(`/api/trpc/${path}?batch=1`, post({}, cookie));

test('a batch of 10 procedures is answered', async () => {
  const queried = await get(names('session.me', 10));
  const mutated = await mutate(names('subscription.refresh', 10));
  expect([queried.status, mutated.status]).toEqual([200, 200]);
  expect(await queried.json()).toHaveLength(10);
  expect(await mutated.json()).toHaveLength(10);
});

const tooLarge = {
  '11 by GET': () => get(names('account.export', 11)),
  '800 by GET': () => get(names('account.export', 800)),
  '11 by POST': () => mutate(names('subscription.refresh', 11)),
  '700 by POST': () => mutate(names('subscription.refresh', 700)),
  '11 with encoded commas': () => get(names('account.export', 11, '%2C')),
  '11 with commas encoded in lower case': () => get(names('account.export', 11, '%2c')),
  '11 that name nothing': () => get(names('', 11)),
};

test('larger batches are refused before anything runs', async () => {
  const asked = Object.entries(tooLarge).map(async ([name, ask]) => [name, await answerOf(await ask())]);
  const answers = Object.fromEntries(await Promise.all(asked));
  for (const name of Object.keys(tooLarge)) expect(answers[name], name).toMatchObject(TOO_LARGE);
  expect(statements).toEqual([]);
});

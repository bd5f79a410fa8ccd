import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressMark } from '../../billing/access/trials/trialMark.ts';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { openCommand } from '../../testing/app/command.ts';
import { runSql } from '../../testing/database/database.ts';
import { openServiceKeys } from './serviceKeys.ts';

const OLD = 'the-former-secret-0123456789';
const NEW = 'the-newest-secret-0123456789';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ AUTH_SECRET: OLD });
});
afterEach(() => app.close());

const keys = () => app.deps.billing.database.prisma.signingKey.count();
const open = (...secrets: string[]) => openServiceKeys(app.deps.settings.databaseUrl, { secrets });

test('AUTH_SECRET=new,old in one of two processes: sessions, the signing key and trial marks stay', async () => {
  const person = await app.signUp();
  const before = await app.deps.billing.signingKeys.current();
  const other = await startTestApp({ AUTH_SECRET: `${NEW},${OLD}` }, app);
  for (const each of [app, other, app, other]) {
    const response = await each.call('/api/payments/access', { headers: { cookie: person.cookie } });
    expect(response.status).toBe(200);
    expect((await each.deps.billing.signingKeys.current()).kid).toBe(before.kid);
  }
  expect(await keys()).toBe(1);
  const marks = [app, other].map(({ deps }) => addressMark(deps.billing.trialMark, person.email));
  expect(new Set(marks).size).toBe(1);
  await other.close();
});

test('after one start with new,old the new secret is enough, and the old one no longer', async () => {
  const before = app.deps.settings.keys;
  await expect(open(NEW)).rejects.toThrow(/^AUTH_SECRET does not open the keys in the database \(/);
  expect(await open(NEW, OLD)).toEqual(before);
  expect(await open(NEW)).toEqual(before);
  await expect(open(OLD)).rejects.toThrow('set it as the other processes have it or, to change it, as new,old');
});

test('of several processes that start at once, all have the same keys and the same signing key', async () => {
  const { databaseUrl } = app.deps.settings;
  await runSql(databaseUrl, 'DELETE FROM service_secret');
  const opened = await Promise.all([1, 2, 3, 4].map(() => open(OLD)));
  expect(new Set(opened.map((each) => JSON.stringify(each))).size).toBe(1);
  const peers = await Promise.all([1, 2, 3].map(() => startTestApp({ AUTH_SECRET: OLD }, app)));
  const signing = await Promise.all(peers.map(({ deps }) => deps.billing.signingKeys.current()));
  expect(new Set(signing.map(({ kid }) => kid)).size).toBe(1);
  expect(await keys()).toBe(1);
  await Promise.all(peers.map((peer) => peer.close()));
});

test('a command without the secret works, and rotates nothing', async () => {
  const { databaseUrl } = app.deps.settings;
  expect(await openServiceKeys(databaseUrl, { secrets: [NEW], store: false })).toMatchObject({ isOpen: false });
  const billing = openCommand(app, { AUTH_SECRET: NEW });
  expect(await billing.run('events')).toMatchObject({ code: 0 });
  expect(await billing.run('key', 'rotate-signing')).toMatchObject({
    code: 1,
    err: expect.stringContaining('AUTH_SECRET does not open'),
  });
  billing.close();
});

test('a command that may not write stores no key', async () => {
  const { databaseUrl } = app.deps.settings;
  await runSql(databaseUrl, 'DELETE FROM service_secret');
  await openServiceKeys(databaseUrl, { secrets: [NEW], store: false });
  expect(await app.deps.billing.database.prisma.serviceSecret.count()).toBe(0);
});

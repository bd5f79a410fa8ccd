import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLease } from '../../../database/lease.ts';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addCustomer } from '../../../testing/app/rows.ts';
import { mailKept, proveAddress } from '../../../testing/logins/mails.ts';
import { mayComplain } from '../../../testing/run/complaints.ts';
import { ownersLease } from '../../subscriptions/duplicates/lookAtOwner.ts';
import { claimLost } from './claimLost.ts';

mayComplain(/The work after a verified address is postponed/, /A lost account was not given back/);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(mailKept);
});
afterAll(() => app.close());

test('an address is proven although what a lost account had is being worked on; it is given later', async () => {
  const { billing } = app.deps;
  const { prisma, jobPool } = billing.database;
  const lost = 'LostInTheRestoreOfTheDatabase123';
  const { id, provider, providerCustomerId, email } = await addCustomer(app, { id: lost, email: 'lost@example.com' });
  await prisma.expectedOwner.create({ data: { provider, providerCustomerId, email } });
  const ada = await app.signUpByForm(email);
  await withLease(jobPool, { name: ownersLease(lost) }, () => proveAddress(app, ada));
  expect(await prisma.user.findUnique({ where: { id: ada.id } })).toMatchObject({ emailVerified: true });
  expect(app.logged.join()).toContain('run billing move');
  expect(await claimLost(billing, { userId: ada.id, email })).toBe(1);
  expect(await prisma.customer.findUnique({ where: { id } })).toMatchObject({ userId: ada.id });
  expect(await prisma.expectedOwner.count()).toBe(0);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CUSTOMER_ADDRESSES, onProvenAddress, passOnAddresses } from '../billing/accounts/provenAddress.ts';
import { PASSWORD } from '../testing/app/canaries.ts';
import { type SandboxedApp, startSandboxedApp } from '../testing/app/sandboxedApp.ts';
import { answerOf, post } from '../testing/calls/requests.ts';
import { mailKept, proveAddress, SUBJECTS, tokenFor } from '../testing/logins/mails.ts';
import { mayComplain } from '../testing/run/complaints.ts';
import { providersHere } from '../testing/run/storey.ts';

// On a busy machine waiting events are applied a moment after the answer.
mayComplain(/Waiting events were left for the sweep/, /Failed to create checkout session/, /request completed/);

/** Customer ownership (see the design): what a verified address links, and what it never links. */
describe.each(providersHere('alpha'))('%s', (provider) => {
  let app: SandboxedApp;

  beforeAll(async () => {
    app = await startSandboxedApp(provider, { environment: mailKept });
  });
  afterAll(() => app.close());

  const prisma = () => app.deps.billing.database.prisma;
  const checkout = async (cookie: string) =>
    answerOf(await app.call('/api/payments/checkout', post({ plan: 'starter' }, cookie)));
  const customersOf = async (email: string) => (await app.truthOf({ email })).customers.map(({ id }) => id);

  test("a changed address is sent to the provider's customer, even if the provider is unreachable at first", async () => {
    mayComplain(/The work after a verified address is postponed/);
    const person = await app.signUpByForm(`old-${provider}@example.com`);
    await proveAddress(app, person);
    expect((await checkout(person.cookie)).status).toBe(200);
    const [customerId] = await customersOf(person.email);
    const newEmail = `new-${provider}@example.com`;
    await app.call('/api/auth/change-address', post({ newEmail, password: PASSWORD }, person.cookie));
    for (const [email, subject] of [
      [newEmail, SUBJECTS.confirm],
      [person.email, SUBJECTS.approve],
    ] as const) {
      if (email === person.email) await app.control('POST', 'switches', { api: { mode: 'error500' } });
      const token = await tokenFor(app, email, subject);
      expect((await app.call('/api/auth/verify-address', post({ token }, person.cookie))).status).toBe(200);
    }
    expect(await customersOf(newEmail)).toEqual([]);
    await app.control('POST', 'switches', { reset: true });
    await app.deps.billing.database.pool.query('UPDATE retry SET "dueAt" = now()');
    await passOnAddresses(app.deps.billing);
    expect(await customersOf(newEmail)).toEqual([customerId]);
    await app.settle();
  });

  test('an address that changes again while it is being sent is sent again', async () => {
    const { billing } = app.deps;
    const person = await app.signUpByForm(`first-${provider}@example.com`);
    await proveAddress(app, person);
    expect((await checkout(person.cookie)).status).toBe(200);
    const [customerId] = await customersOf(person.email);
    const moveTo = async (email: string) => {
      await prisma().user.update({ where: { id: person.id }, data: { email } });
      await onProvenAddress(billing, { userId: person.id, email, before: 'another@example.com' });
    };
    await moveTo(`second-${provider}@example.com`);
    const meanwhile = {
      ...billing.adapter,
      changeCustomerAddress: async (id: string, email: string) => {
        const changed = await billing.adapter.changeCustomerAddress(id, email);
        await moveTo(`third-${provider}@example.com`);
        return changed;
      },
    };
    await passOnAddresses({ ...billing, adapters: new Map([[provider, meanwhile]]) });
    await passOnAddresses(billing);
    expect(await customersOf(`third-${provider}@example.com`)).toEqual([customerId]);
    expect(await billing.database.prisma.retry.count({ where: { job: CUSTOMER_ADDRESSES } })).toBe(0);
    await app.settle();
  });
});

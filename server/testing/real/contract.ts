import { SUCCESS_URL } from './browser.ts';
import { forgetLater, type Ground } from './ground.ts';
import { idempotent, type Row, step } from './rows.ts';

/** An id that no provider has. */
const NOBODY = '3b6d6a4e-0c7e-4a59-9f0e-000000000000';

/** The contract suite's checks of an adapter that need no payment. */
export async function liveByContract(ground: Ground): Promise<Row[]> {
  const { adapter, offers } = ground;
  const rows: Row[] = [];
  const add = async (name: string, ask: () => Promise<string>) => void rows.push(await step(ground, name, ask));

  await add('account: the same on a second call', async () => {
    const [first, second] = [await adapter.fetchAccount(), await adapter.fetchAccount()];
    return yesNo(JSON.stringify(first) === JSON.stringify(second));
  });
  for (const price of Object.values(offers)) {
    await add(`price of ${price.plan}, ${price.interval}`, async () => {
      const { minorUnits, currency, interval } = (await adapter.fetchPrice(price.id)) ?? {};
      return `${minorUnits} ${currency} ${interval}`;
    });
  }
  await add('an unknown subscription, an unknown customer', async () => {
    const subscription = await adapter.fetchSubscription(NOBODY);
    const { items } = await adapter.listSubscriptions(NOBODY);
    return `${subscription === null ? 'unknown' : 'known'}, ${items.length} subscriptions`;
  });
  await add('customer: five concurrent calls create one', async () => {
    const input = idempotent(ground);
    const made = await Promise.all(Array.from({ length: 5 }, () => adapter.createCustomer(input)));
    const ids = [...new Set(made.map((one) => one?.providerCustomerId))];
    for (const id of ids) if (id) forgetLater(ground, id);
    return `${ids.length}`;
  });
  await add('customer: another user with the same address', async () => {
    const [first, second] = [idempotent(ground), idempotent(ground)];
    const one = (await adapter.createCustomer(first))?.providerCustomerId;
    const other = (await adapter.createCustomer({ ...second, userEmail: first.userEmail }))?.providerCustomerId;
    for (const id of [one, other]) if (id) forgetLater(ground, id);
    return other === undefined ? 'refused' : other === one ? 'THE SAME' : 'a second one';
  });
  if (offers.low) rows.push(...(await checkoutRows(ground, offers.low)));
  return rows;
}

type Price = NonNullable<Ground['offers']['low']>;

async function checkoutRows(ground: Ground, { plan, interval }: Price): Promise<Row[]> {
  const { adapter } = ground;
  const person = idempotent(ground);
  const made = await step(ground, 'checkout: can be paid, with a portal', async () => {
    const { providerCustomerId = '' } = (await adapter.createCustomer(person)) ?? {};
    forgetLater(ground, providerCustomerId);
    const { sessionId } = await adapter.createCheckout({
      ...person,
      plan,
      interval,
      providerCustomerId,
      successUrl: SUCCESS_URL,
      cancelUrl: SUCCESS_URL,
      idempotencyKey: `${person.userId} checkout`,
    });
    const { state } = await adapter.fetchCheckout(sessionId);
    const { url } = await adapter.createPortal({ providerCustomerId, returnUrl: SUCCESS_URL });
    return `${state}, portal ${yesNo(/^https?:/.test(url))}`;
  });
  return [made];
}

const yesNo = (value: boolean) => (value ? 'yes' : 'NO');

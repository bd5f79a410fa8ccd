import { ask } from '../../calls/ask.ts';
import type { Shop } from './shop.ts';
import type { Shopper } from './shopper.ts';

interface Sold {
  id: string;
  customerId: string;
  status: string;
  plan: string;
  amount: number;
  cancelAtPeriodEnd: boolean;
}

interface Books {
  customers: { id: string; email: string }[];
  subscriptions: Sold[];
  invoices: { subscriptionId: string | null; amount: number; refunded: number; status: string }[];
}

interface Pages {
  live: { providerSubscriptionId: string; plan: string; amount: string; status: string }[];
  ended: { plan: string; amount: string | null }[];
}

/** The scenario's result for one person. */
export interface Reckoned {
  broken: string[];
  ended: number;
  refunds: number;
  isReported: boolean;
}

const decimal = (minorUnits: number) => (minorUnits / 100).toFixed(2);
const isLive = ({ status }: Sold) => status !== 'canceled';

export function readBooks({ company }: Shop): Promise<Books> {
  return company.control<Books>('GET', 'truth');
}

/** Compares the provider's books of one person with the rules and with our pages; reads none of our records. */
export async function reckon(shop: Shop, books: Books, shopper: Shopper): Promise<Reckoned> {
  const customers = books.customers.filter(({ email }) => email === shopper.email).map(({ id }) => id);
  const sold = books.subscriptions.filter(({ customerId }) => customers.includes(customerId));
  const invoices = books.invoices.filter(({ subscriptionId }) => sold.some(({ id }) => id === subscriptionId));
  const paidOf = ({ id }: Sold) => invoices.filter(({ subscriptionId }) => subscriptionId === id);
  const [live, ended] = [sold.filter(isLive), sold.filter((each) => !isLive(each))];
  const pages = await readPages(shop, shopper);
  const reports = await mailsTo(shop, shopper, 'two_subscriptions');
  const isReported = live.length > 1 && reports.length > 0;
  const broken: string[] = [];
  const expect = (holds: boolean, what: string) => holds || broken.push(`${shopper.email}: ${what}`);
  expect(sold.length === 0 || live.length > 0, 'all were ended');
  expect(live.length < 2 || isReported, `${live.length} are live and this was not reported`);
  expect(
    live.every((each) => !each.cancelAtPeriodEnd),
    'a remaining subscription was set to end',
  );
  for (const each of live) expect(sum(paidOf(each), 'refunded') === 0, `${each.plan}, which stays, was refunded`);
  for (const each of ended) {
    const [paid, back] = [sum(paidOf(each), 'amount'), sum(paidOf(each), 'refunded')];
    expect(paid === back, `of ${each.plan}, which was ended, ${back} of ${paid} were refunded`);
  }
  if (live.length === 1)
    expect(
      isRightOne(shopper, live[0]?.id),
      `the wrong one stayed: ${live[0]?.id} of ${JSON.stringify(shopper.pages)}`,
    );
  const ours = pages.live.map((each) => `${each.providerSubscriptionId} ${each.plan} ${each.amount} ${each.status}`);
  const theirs = live.map(({ id, plan, amount, status }) => `${id} ${plan} ${decimal(amount)} ${status}`);
  expect(isSame(ours, theirs), `the page shows ${ours}, the provider has ${theirs}`);
  const back = (each: Sold) => sum(paidOf(each), 'refunded');
  const told = pages.ended.map(({ plan, amount }) => `${plan} ${amount}`);
  const given = ended.map((each) => `${each.plan} ${back(each) > 0 ? decimal(back(each)) : null}`);
  expect(isSame(told, given), `the page shows ${told}, the provider refunded ${given}`);
  const farewells = await mailsTo(shop, shopper, 'duplicate_ended');
  expect(farewells.length >= ended.length, 'a mail about an end is missing');
  for (const each of ended) expect(farewells.some(names(each)), `no mail names ${each.plan} and its price`);
  for (const mail of farewells)
    expect(
      ended.some((each) => names(each)(mail)),
      `a mail names what was not ended: ${mail}`,
    );
  for (const mail of reports)
    expect(
      sold.some((each) => names(each)(mail)),
      `a mail names what was not sold: ${mail}`,
    );
  const refunds = ended.filter((each) => back(each) > 0).length;
  const history = await readRefunds(shop, shopper);
  expect(history === decimal(sum(ended.flatMap(paidOf), 'refunded')), `the history shows ${history} refunded`);
  return { broken, ended: ended.length, refunds, isReported };
}

function sum(invoices: Books['invoices'], field: 'amount' | 'refunded'): number {
  return invoices.filter(({ status }) => status === 'paid').reduce((total, each) => total + each[field], 0);
}

const isSame = (some: string[], others: string[]) => `${some.toSorted()}` === `${others.toSorted()}`;

/** The last choice stays, or the choice that was paid first: that payment closes the pages that are still open. */
function isRightOne({ pages }: Shopper, id: string | undefined): boolean {
  const paid = pages.filter(({ subscriptionId }) => subscriptionId !== null);
  const first = paid.toSorted((a, b) => a.paidAs - b.paidAs)[0];
  const kept = paid.find(({ subscriptionId }) => subscriptionId === id);
  return kept !== undefined && (kept === first || !paid.some(({ askedAt }) => askedAt > kept.answeredAt));
}

async function readPages({ services }: Shop, { cookie }: Shopper): Promise<Pages> {
  const { status, text } = await ask(`${services[0]?.url}/api/trpc/subscription.live`, { headers: { cookie } });
  if (status !== 200) throw new Error(`The page was answered ${status}: ${text}`);
  return (JSON.parse(text) as { result: { data: Pages } }).result.data;
}

/** The sum of all refunds in the payment history. */
async function readRefunds({ services }: Shop, { cookie }: Shopper): Promise<string> {
  const { text } = await ask(`${services[0]?.url}/api/payments/history`, { headers: { cookie } });
  const { payments } = JSON.parse(text) as { payments: { amountRefunded: string }[] };
  return payments.reduce((total, { amountRefunded }) => total + Number(amountRefunded), 0).toFixed(2);
}

/** The texts of the person's queued mails of a kind: they stay queued, since no mail server runs. */
async function mailsTo({ pool }: Shop, { id }: Shopper, kind: string): Promise<string[]> {
  const sql = `SELECT message->>'text' AS text FROM mail WHERE "userId" = $1 AND kind = $2`;
  return (await pool.query<{ text: string }>(sql, [id, kind])).rows.map(({ text }) => text);
}

/** Whether an English mail names this plan with its price. */
const names =
  ({ plan, amount }: Sold) =>
  (text: string) =>
    text.toLowerCase().includes(`${plan}, $${decimal(amount)}`);

import type { Company } from '../core/company.ts';
import { deleteCustomer } from '../core/customers.ts';
import { snapshotOf } from '../core/truth.ts';
import { keepMail, mailsTo } from '../mailbox/mailbox.ts';
import type { Sender } from '../webhooks/sender.ts';
import {
  actOnSubscription,
  changeCard,
  changePrice,
  enable,
  moveClock,
  pay,
  resendDelivery,
  reset,
  settle,
  story,
} from './actions.ts';
import type { ApiCalls } from './calls.ts';
import { forget } from './facts.ts';
import type { Input } from './input.ts';
import { actOnInvoice, decide, dispute, refund } from './payments.ts';
import { deliveriesOf, stateOf } from './state.ts';
import { setSwitches, switchNames } from './switches.ts';

export interface ControlContext {
  company: Company;
  sender: Sender;
  calls: ApiCalls;
  /** Of the path. */
  params: { id: string; action: string };
  query: Record<string, unknown>;
}

export interface ControlCall {
  method: 'GET' | 'POST' | 'DELETE';
  /** Under `/_sandbox/`. */
  path: string;
  /** The keys of the body; all others are refused. */
  keys: readonly string[];
  does: string;
  /** The body of an example, if there is any. */
  example?: object;
  /** A text is sent as lines of JSON. */
  run(context: ControlContext, input: Input): object | string | Promise<object>;
}

const SETTLE = { default: 30_000, min: 0, max: 600_000 };
const DELIVERIES = { default: 1_000, max: 100_000 };

const reads: ControlCall[] = [
  read('state', 'clock, counts, deliveries by status, switches', ({ company, sender }) => stateOf(company, sender)),
  read('truth', "the company's complete state, in neutral terms", ({ company }) => snapshotOf(company)),
  read('deliveries', '`?status=&limit=`: the newest first, with attempts and body', ({ company, query }) => {
    const limit = Math.min(Number(query.limit) || DELIVERIES.default, DELIVERIES.max);
    return { deliveries: deliveriesOf(company, { status: String(query.status ?? ''), limit }) };
  }),
  read('calls', "calls to the company's API, oldest first", ({ calls }) => ({ calls: calls.all() })),
  read('journal', 'the state as a file, for `--load`', ({ company }) => company.store.saved()),
  read('mails', '`?to=`: the newest first; the page is `/_sandbox/mailbox`', ({ company, query }) => ({
    mails: mailsTo(company, String(query.to ?? '')),
  })),
];

function read(path: string, does: string, run: ControlCall['run']): ControlCall {
  return { method: 'GET', path, keys: [], does, run };
}

const POST = { method: 'POST', keys: [] } as const;

/** The control API, a row a call; the README's table is made from it. */
export const controlCalls: ControlCall[] = [
  ...reads,
  {
    ...POST,
    path: 'reset',
    does: 'empties the books, sets the clock and the switches back; what was being sent is forgotten',
    run: ({ company, sender }) => reset(company, sender),
  },
  {
    ...POST,
    path: 'clock',
    keys: ['seconds', 'days', 'months'],
    does: 'moves the clock forward; runs everything due in between',
    example: { months: 1 },
    run: ({ company }, input) => moveClock(company, input),
  },
  {
    ...POST,
    path: 'settle',
    keys: ['timeoutMs'],
    does: 'waits until nothing is left to send: `settled`, `pending`, and in `waitsFor` what is left',
    example: { timeoutMs: 10_000 },
    run: ({ company, sender }, input) =>
      settle({ company, sender }, input.optional('timeoutMs', (name) => input.number(name, SETTLE)) ?? SETTLE.default),
  },
  {
    ...POST,
    path: 'switches',
    keys: switchNames,
    does: 'sets faults (below); answers with all of them',
    example: { seed: 7, repeat: 0.3, reorder: 0.2 },
    run: ({ company }, input) => setSwitches(company, input),
  },
  {
    ...POST,
    path: 'checkouts/:id/pay',
    keys: ['number', 'email', 'code', 'taxId'],
    does: 'pays an open checkout without its page; number `none`: a trial without a card, `bank_debit`: paid once its invoice is collected (Stripe)',
    example: { number: '4242424242424242', email: 'ada@example.com' },
    run: ({ company, params }, input) => pay(company, params.id, input),
  },
  {
    ...POST,
    path: 'card',
    keys: ['customerId', 'number'],
    does: 'replaces the card; collects open invoices',
    example: { customerId: 'cus_…', number: '4000000000000341' },
    run: ({ company }, input) => changeCard(company, input),
  },
  {
    ...POST,
    path: 'subscriptions/:id/:action',
    keys: ['times', 'amount'],
    does: '`cancel_now`, `renew`, `pause`, `resume`, `mark_unpaid`, `fail_next` (`times`), `bill` (`amount`: an invoice besides the plan)',
    example: { times: 2 },
    run: ({ company, params }, input) => actOnSubscription(company, params, input),
  },
  {
    ...POST,
    path: 'invoices/:id/:action',
    does: '`confirm` (as the cardholder), `collect`, `void`, `write_off`',
    run: ({ company, params }) => actOnInvoice(company, params),
  },
  {
    ...POST,
    path: 'refund',
    keys: ['invoiceId', 'amount'],
    does: 'refunds (minor units; all that remains unless said)',
    example: { invoiceId: 'in_…', amount: 500 },
    run: ({ company }, input) => refund(company, input),
  },
  {
    ...POST,
    path: 'disputes',
    keys: ['invoiceId', 'reason'],
    does: 'opens a dispute, which withdraws the payment',
    example: { invoiceId: 'in_…' },
    run: ({ company }, input) => dispute(company, input),
  },
  {
    ...POST,
    path: 'disputes/:id/win',
    does: 'decides it: the shop keeps the money',
    run: ({ company, params }) => decide(company, params.id, 'won'),
  },
  {
    ...POST,
    path: 'disputes/:id/lose',
    does: 'decides it: the buyer gets the money',
    run: ({ company, params }) => decide(company, params.id, 'lost'),
  },
  {
    ...POST,
    path: 'prices/:id',
    keys: ['amount', 'perSeat', 'taxBehavior'],
    does: 'changes the price from now on (minor units, per seat or not, tax `exclusive` or `inclusive`)',
    example: { amount: 1290 },
    run: ({ company, params }, input) => changePrice(company, params.id, input),
  },
  {
    ...POST,
    path: 'story',
    keys: ['customers', 'days', 'seed'],
    does: 'simulates a shop; 200 customers in a year unless said',
    example: { customers: 40, days: 200, seed: 7 },
    run: ({ company }, input) => story(company, input),
  },
  {
    ...POST,
    path: 'deliveries/:id/resend',
    does: 'sends that event again, exempt from faults',
    run: ({ company, sender, params }) => resendDelivery(company, sender, params.id),
  },
  {
    ...POST,
    path: 'endpoint/enable',
    does: 'enables the endpoint that the company disabled',
    run: ({ company }) => enable(company),
  },
  {
    ...POST,
    path: 'forget',
    keys: ['customers', 'subscriptions'],
    does: 'removes records from the books without webhooks',
    example: { customers: ['cus_…'] },
    run: ({ company }, input) => forget(company, input),
  },
  {
    ...POST,
    path: 'mails',
    keys: ['to', 'subject', 'text', 'html'],
    does: 'puts a mail of the shop into the mailbox',
    example: { to: 'ada@example.com', subject: 'Welcome', text: 'Good morning' },
    run: ({ company }, input) => keepMail(company, input),
  },
  {
    method: 'DELETE',
    path: 'calls',
    keys: [],
    does: 'forgets the list of calls',
    run: ({ calls }) => {
      calls.forget();
      return { calls: [] };
    },
  },
  {
    method: 'DELETE',
    path: 'customers/:id',
    keys: [],
    does: 'ends the subscriptions, deletes the customer',
    run: ({ company, params }) => ({ id: deleteCustomer(company, params.id).id }),
  },
];

/** The calls as a Markdown table. */
export function controlTable(): string {
  const rows = controlCalls.map(({ method, path, keys, does, example }) => {
    const call = example ? `do ${path} '${JSON.stringify(example)}'` : `do ${path}${method === 'POST' ? " '{}'" : ''}`;
    const shown = method === 'DELETE' ? `curl -X DELETE -H 'x-sandbox: 1' …/_sandbox/${path}` : call;
    return `| ${method} \`${path}\` | ${keys.map((key) => `\`${key}\``).join(', ')} | ${does} | \`${shown}\` |`;
  });
  return ['| call | body | does | example |', '|---|---|---|---|', ...rows].join('\n');
}

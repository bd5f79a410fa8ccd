import { parseArgs } from 'node:util';
import { type Explanation, explain } from '../billing/ledger/explain.ts';
import { AMOUNT_NOT_KNOWN } from '../billing/records/subscription.ts';
import { type Command, UsageError } from './command.ts';
import { toTable } from './table.ts';
import { namedUser } from './user.ts';

export const explainCommand: Command = {
  summary: 'explain why a user has or lacks a plan',
  usage: 'billing explain <user id, e-mail or name> [--json]',
  example: 'billing explain ada@example.com',
  async run({ billing, print }, args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
    const [who] = positionals;
    if (!who || positionals.length > 1) throw new UsageError('Name one user');
    await namedUser(billing, who);
    const explanation = await explain(billing, who);
    if (!explanation) {
      print(`No account, record or event matches ${who}`);
      return 1;
    }
    print(values.json ? JSON.stringify(explanation, null, 2) : toText(explanation));
    return 0;
  },
};

function toText({ userId, email, proven, timeline, subscriptions, payments, returns, ...now }: Explanation): string {
  const lines = timeline.map(({ at, what, outcome, occurredAt, reason, ledgerId }) => ({
    'came in': at,
    happened: occurredAt ?? '',
    ledger: ledgerId ?? '',
    what,
    outcome,
    why: reason ?? '',
  }));
  const states = subscriptions.map(({ provider, providerSubscriptionId, plan, interval, status, ...rest }) => ({
    subscription: `${provider} ${providerSubscriptionId}`,
    plan: `${plan} (${interval})`,
    amount: rest.amount === null ? AMOUNT_NOT_KNOWN : `${rest.amount} ${rest.currency}${notesOf(rest)}`,
    status: rest.cancelAtPeriodEnd ? `${status}, cancels` : status,
    until: rest.currentPeriodEnd,
    updated: rest.updatedAt,
  }));
  const paid = payments.map(({ provider, providerPaymentId, amount, currency, status, createdAt, ...rest }) => ({
    payment: `${provider} ${providerPaymentId}`,
    amount: `${amount} ${currency}`,
    discount: rest.amountDiscounted ?? '',
    status,
    'given back': Number(rest.amountRefunded) > 0 ? rest.amountRefunded : '',
    at: createdAt,
  }));
  return [
    `User ${userId}${email ? ` <${email}>${proven ? '' : ', an address that is not proven'}` : ''}`,
    toTable(lines),
    toTable(states),
    ...(paid.length > 0 ? [toTable(paid)] : []),
    ...returns.map(toOpen),
    ...(now.refetchesWaiting > 0 ? [`${now.refetchesWaiting} of them wait for a refetch from the provider.`] : []),
    `Current access: ${now.access.plan}${now.access.until ? ` until ${now.access.until}` : ''} (${now.access.reason})`,
  ].join('\n\n');
}

function toOpen({ kind, provider, providerPaymentId, amount, currency, plan, at }: Explanation['returns'][number]) {
  const what = `${provider} ${providerPaymentId}, ${amount} ${currency}`;
  if (kind === 'dispute') return `A dispute is open since ${at}: ${what}. See billing dispute --help.`;
  return `The charge of an upgrade was refunded in full at ${at}: ${what}. The plan stays ${plan} until its period ends.`;
}

type Notes = Pick<
  Explanation['subscriptions'][number],
  'amountKnown' | 'amountDiscounted' | 'discountUntil' | 'taxIncluded'
>;

function notesOf({ amountKnown, amountDiscounted, discountUntil, taxIncluded }: Notes): string {
  const until = discountUntil ? ` until ${discountUntil}` : '';
  const notes = [
    ...(amountKnown ? [] : ['as last billed']),
    ...(amountDiscounted ? [`${amountDiscounted} off${until}`] : []),
    ...(taxIncluded === false ? ['plus tax'] : []),
  ];
  return notes.length > 0 ? ` (${notes.join(', ')})` : '';
}

import { parseArgs } from 'node:util';
import { type Explanation, explain } from '../billing/ledger/explain.ts';
import { type Command, UsageError } from './command.ts';
import { toTable } from './table.ts';
import { namedUser } from './user.ts';

export const explainCommand: Command = {
  summary: 'say why a user has, or lacks, a plan',
  usage: 'billing explain <user id, e-mail or name> [--json]',
  async run({ billing, print }, args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
    const [who] = positionals;
    if (!who || positionals.length > 1) throw new UsageError('Name one user');
    const user = await namedUser(billing, who);
    const explanation = await explain(billing, user?.userId ?? who);
    if (!explanation) {
      print(`Nothing is known of ${who}`);
      return 1;
    }
    print(values.json ? JSON.stringify(explanation, null, 2) : toText(explanation));
    return 0;
  },
};

function toText({ userId, email, timeline, subscriptions, payments, refetchesWaiting, access }: Explanation): string {
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
    status: rest.cancelAtPeriodEnd ? `${status}, cancels` : status,
    until: rest.currentPeriodEnd,
    updated: rest.updatedAt,
  }));
  const paid = payments.map(({ provider, providerPaymentId, amount, amountRefunded, currency, status, createdAt }) => ({
    payment: `${provider} ${providerPaymentId}`,
    amount: `${amount} ${currency}`,
    status,
    'given back': Number(amountRefunded) > 0 ? amountRefunded : '',
    at: createdAt,
  }));
  return [
    `User ${userId}${email ? ` <${email}>` : ''}`,
    toTable(lines),
    toTable(states),
    ...(paid.length > 0 ? [toTable(paid)] : []),
    ...(refetchesWaiting > 0 ? [`${refetchesWaiting} of them wait for a refetch from the provider.`] : []),
    `May use now: ${access.plan}${access.until ? ` until ${access.until}` : ''} (${access.reason})`,
  ].join('\n\n');
}

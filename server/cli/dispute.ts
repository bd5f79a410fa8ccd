import { parseArgs } from 'node:util';
import { endDispute, listOpenDisputes, type OpenDispute } from '../billing/subscriptions/returns/disputes.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { toTable } from './table.ts';
import { auditOf } from './user.ts';
import { toOneOf } from './values.ts';

const options = { reason: { type: 'string' }, json: { type: 'boolean' } } as const;

export const disputeCommand: Command = {
  summary: 'list open disputes, or say how one ended',
  usage: `billing dispute [--json]
       billing dispute won|lost <payment> --reason TEXT [--json]

Creem tells that a dispute was opened and never how it ended: until somebody says so it stays open, under the plans
file's dispute_open. <payment> is our id of the payment or the provider's. Won: the shop keeps the money. The audit
keeps who said it and why; if the provider tells more later, that counts. Without a verb: exit code 1 if any is open.`,
  example: 'billing dispute lost tran_4711 --reason "Decided against us on May 3, see the dashboard"',
  async run(context, args) {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { json = false } = values;
    const [verb, payment, ...more] = positionals;
    if (verb === undefined) return list(context, json);
    const status = toOneOf('The first word', ['won', 'lost'] as const, verb);
    if (payment === undefined || more.length > 0) throw new UsageError('Give one payment');
    const ended = await endDispute(context.billing, { payment, status, ...auditOf(values) });
    if (json) context.print(JSON.stringify(ended && viewOf(ended)));
    else context.print(ended ? toText([ended]) : `${payment} has no open dispute: nothing was changed`);
    return ended ? 0 : 1;
  },
};

async function list({ billing, print }: CommandContext, json: boolean): Promise<number> {
  const open = await listOpenDisputes(billing);
  if (json) print(JSON.stringify(open.map(viewOf)));
  else print(open.length > 0 ? toText(open) : 'No dispute is open');
  return open.length > 0 ? 1 : 0;
}

function viewOf({ dispute, payment }: OpenDispute) {
  const { id, userId, provider, providerPaymentId, status, amountRefunded } = payment;
  const { status: state, amount, currency, at, reason } = dispute;
  return {
    payment: { id, userId, provider, providerPaymentId, status, amountRefunded },
    dispute: { id: dispute.providerRefundId, status: state, amount, currency, openedAt: at.toISOString(), reason },
  };
}

const toText = (all: readonly OpenDispute[]): string =>
  toTable(
    all.map(({ dispute, payment }) => ({
      payment: payment.id,
      user: payment.userId,
      provider: payment.provider,
      'provider id': payment.providerPaymentId,
      dispute: `${dispute.status} ${dispute.amount} ${dispute.currency}`,
      'opened at': dispute.at.toISOString(),
    })),
  );

import { parseArgs } from 'node:util';
import { linkCustomer } from '../billing/accounts/move/linkCustomer.ts';
import { type Moved, undoMove } from '../billing/accounts/move/moveCustomers.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { byCommand, receiverOf } from './user.ts';

const options = { reason: { type: 'string' }, undo: { type: 'string' }, json: { type: 'boolean' } } as const;

export const linkCommand: Command = {
  summary: 'give a customer that only the provider knows to a user, with all its subscriptions',
  usage: `billing link <provider customer> <user> --reason TEXT [--json]
       billing link --undo <audit id> --reason TEXT [--json]

<user> is a user id, e-mail or name. Nothing changes at the provider: events that name another user belong to this one.
Nothing that exists is ended. --undo makes the customer nobody's again, with everything of it.`,
  example: 'billing link cus_9s6XKzkNRiz8i3 ada@example.com --reason "Bought before we moved in, ticket 4711"',
  async run(context, args) {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { reason = '', undo, json = false } = values;
    if (!reason.trim()) throw new UsageError('Give a reason: --reason TEXT');
    const why = { reason: reason.trim(), actor: byCommand() };
    const { billing, print } = context;
    const linked =
      undo === undefined ? await link(context, positionals, why) : await undoMove(billing, { auditId: undo, ...why });
    print(json ? JSON.stringify(linked) : toText(linked));
    return 0;
  },
};

async function link(context: CommandContext, names: string[], why: { reason: string; actor: string }): Promise<Moved> {
  const [providerCustomerId, who, ...more] = names;
  if (!providerCustomerId || !who || more.length > 0) throw new UsageError("Name the provider's customer and one user");
  const { userId: id, email } = await receiverOf(context, who);
  return linkCustomer(context.billing, { providerCustomerId, to: { id, email: email ?? '' }, ...why });
}

function toText({ auditId, from, to, records }: Moved): string {
  return `${records} records of ${from} now belong to ${to}.\nTo undo it: billing link --undo ${auditId} --reason TEXT`;
}

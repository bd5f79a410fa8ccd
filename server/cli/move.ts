import { parseArgs } from 'node:util';
import { type Moved, moveCustomers, undoMove } from '../billing/accounts/move/moveCustomers.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { byCommand, userIdOf } from './user.ts';

const options = {
  reason: { type: 'string' },
  undo: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const moveCommand: Command = {
  summary: "give a user's customers, with everything of theirs, to another user",
  usage: `billing move <from> <to> --reason TEXT [--json]
       billing move --undo <audit id> --reason TEXT [--json]

<from> and <to> are a user id, e-mail or name. Subscriptions, payments, purchases, checkouts and grants go along; open
checkout pages are ended where the provider can. Nothing changes at the provider: events that name the former owner
belong to the new one. --undo gives the customers of a move back, with everything of theirs, also what came since.`,
  example: 'billing move old@example.com new@example.com --reason "Same person, ticket 4711"',
  async run(context, args) {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { reason = '', undo, json = false } = values;
    if (!reason.trim()) throw new UsageError('Give a reason: --reason TEXT');
    const { billing, print } = context;
    const why = { reason: reason.trim(), actor: byCommand() };
    const moved =
      undo === undefined ? await move(context, positionals, why) : await undoMove(billing, { auditId: undo, ...why });
    print(json ? JSON.stringify(moved) : toText(moved));
    return 0;
  },
};

async function move(context: CommandContext, names: string[], why: { reason: string; actor: string }): Promise<Moved> {
  const [from, to, ...more] = names;
  if (!from || !to || more.length > 0) throw new UsageError('Name two users: whose customers go to whom');
  const owners = { from: await userIdOf(context, from), to: await userIdOf(context, to) };
  return moveCustomers(context.billing, { ...owners, ...why });
}

function toText({ auditId, from, to, records }: Moved): string {
  return `${records} records of ${from} now belong to ${to}.\nTo undo it: billing move --undo ${auditId} --reason TEXT`;
}

import { parseArgs } from 'node:util';
import { type Moved, undoMove } from '../billing/accounts/move/moveCustomers.ts';
import type { Command, CommandContext } from './command.ts';
import { type Audit, auditOf } from './user.ts';

interface Undoable {
  name: 'link' | 'move';
  /** The command's two arguments. */
  takes: string;
  summary: string;
  help: string;
  example: string;
  act(context: CommandContext, names: string[], audit: Audit): Promise<Moved>;
}

const options = { reason: { type: 'string' }, undo: { type: 'string' }, json: { type: 'boolean' } } as const;

/** A command that gives records to another user, with a reason, and that `--undo` takes back. */
export const undoable = ({ name, takes, summary, help, example, act }: Undoable): Command => ({
  reachesAll: true,
  summary,
  usage: `billing ${name} ${takes} --reason TEXT [--json]
       billing ${name} --undo <audit id> --reason TEXT [--json]

${help}`,
  example,
  async run(context, args) {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const audit = auditOf(values);
    const { billing, print } = context;
    const moved = await (values.undo === undefined
      ? act(context, positionals, audit)
      : undoMove(billing, { auditId: values.undo, ...audit }));
    const { auditId, from, to, records } = moved;
    const text = `${records} records of ${from} now belong to ${to}.
To undo it: billing ${name} --undo ${auditId} --reason TEXT`;
    print(values.json ? JSON.stringify(moved) : text);
    return 0;
  },
});

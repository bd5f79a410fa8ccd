import { moveCustomers } from '../billing/accounts/move/moveCustomers.ts';
import { UsageError } from './command.ts';
import { undoable } from './undoable.ts';
import { heirOf, userIdOf } from './user.ts';

export const moveCommand = undoable({
  name: 'move',
  takes: '<from> <to>',
  summary: "give a user's customers, with everything of theirs, to another user",
  help: `<from> is a user id, e-mail or name, <to> a user id, or an e-mail that it has proven. Subscriptions, payments, purchases, checkouts and grants go along; open
checkout pages are ended where the provider can. Nothing changes at the provider: events that name the former owner
belong to the new one. --undo gives the customers of a move back, with everything of theirs, also what came since.`,
  example: 'billing move old@example.com new@example.com --reason "Same person, ticket 4711"',
  async act(context, [from, to, ...more], audit) {
    if (!from || !to || more.length > 0) throw new UsageError('Name two users: whose customers go to whom');
    const owners = { from: await userIdOf(context, from), to: (await heirOf(context, to)).userId };
    return moveCustomers(context.billing, { ...owners, ...audit });
  },
});

import { linkCustomer } from '../billing/accounts/move/linkCustomer.ts';
import { UsageError } from './command.ts';
import { undoable } from './undoable.ts';
import { heirOf } from './user.ts';

export const linkCommand = undoable({
  name: 'link',
  takes: '<provider customer> <user>',
  summary: 'give a customer that only the provider knows to a user, with all its subscriptions',
  help: `<user> is a user id, an e-mail that its account has proven, or a name. Nothing changes at the provider: events
that name another user belong to this one. Nothing that exists is ended. --undo makes the customer nobody's again, with
everything of it.`,
  example: 'billing link cus_9s6XKzkNRiz8i3 ada@example.com --reason "Bought before we moved in, ticket 4711"',
  async act(context, [providerCustomerId, who, ...more], audit) {
    if (!providerCustomerId || !who || more.length > 0)
      throw new UsageError("Name the provider's customer and one user");
    const { userId: id, email } = await heirOf(context, who);
    return linkCustomer(context.billing, { providerCustomerId, to: { id, email: email ?? '' }, ...audit });
  },
});

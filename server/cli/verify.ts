import { parseArgs } from 'node:util';
import { verifyAddress } from '../auth/verifyAddress.ts';
import { onProvenAddress } from '../billing/accounts/provenAddress.ts';
import { type Command, UsageError } from './command.ts';

export const verifyCommand: Command = {
  summary: "mark an account's e-mail address as verified",
  usage: `billing verify <e-mail> [--user ID] [--json]

Operators (OPERATOR_EMAILS) are operators only with a verified address. Make sure that the account is theirs:
anyone can sign up with any address. If several accounts did, --user says whose it is. If another account bought under it, that one is verified and opens with this
account's password: it ends in it.`,
  example: 'billing verify ada@example.com',
  async run({ billing, settings, print }, args) {
    const options = { json: { type: 'boolean' }, user: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
    const [address = ''] = positionals;
    if (!address.includes('@') || positionals.length > 1) throw new UsageError('Name one e-mail address');
    const account = await verifyAddress(billing.database.prisma, address, values.user);
    if (!account) throw new Error(`No account has the address ${address}; nothing was changed`);
    const { userId, email, already, joined, others } = account;
    await onProvenAddress(billing, { userId, email, before: email, joined });
    const isOperator = settings.operatorEmails.includes(address.trim().toLowerCase());
    if (values.json) {
      print(JSON.stringify({ userId, email, already, joined, others, isOperator }, null, 2));
      return 0;
    }
    print(`${address} ${already ? 'was verified already' : 'is now verified'}: the account with user id ${userId}`);
    if (joined) print(`The account ${joined} ended in it, because this one had bought`);
    for (const other of others) print(`Also bought under it: ${other} (billing move ${other} ${userId} --reason TEXT)`);
    if (isOperator) print('It is an operator, by OPERATOR_EMAILS');
    return 0;
  },
};

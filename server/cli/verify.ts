import { parseArgs } from 'node:util';
import { verifyAddress } from '../auth/verifyAddress.ts';
import { onProvenAddress } from '../billing/accounts/provenAddress.ts';
import { type Command, UsageError } from './command.ts';

export const verifyCommand: Command = {
  summary: "mark an account's e-mail address as verified",
  usage: `billing verify <e-mail>

Operators (OPERATOR_EMAILS) are operators only with a verified address. Make sure that the account is theirs:
anyone can sign up with any address. If another account bought under it, that one is verified and opens with this
account's password: it ends in it.`,
  async run({ billing, settings, print }, args) {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [address = ''] = positionals;
    if (!address.includes('@') || positionals.length > 1) throw new UsageError('Name one e-mail address');
    const account = await verifyAddress(billing.database.prisma, address);
    if (!account) throw new Error(`No account has the address ${address}; nothing was changed`);
    const { userId, email, already, joined, others } = account;
    await onProvenAddress(billing, { userId, email, before: email, joined });
    print(`${address} ${already ? 'was verified already' : 'is now verified'}: the account with user id ${userId}`);
    if (joined) print(`The account ${joined} ended in it, because this one had bought`);
    for (const other of others) print(`Also bought under it: ${other} (billing move ${other} ${userId} --reason TEXT)`);
    if (settings.operatorEmails.includes(address.trim().toLowerCase())) print('It is an operator, by OPERATOR_EMAILS');
    return 0;
  },
};

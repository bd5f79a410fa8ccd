import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Scope, scopes } from '../auth/callers/caller.ts';
import { hashOfKey } from '../auth/callers/serviceKeys.ts';
import { type Command, UsageError } from './command.ts';

const KEY_BYTES = 32;

export const keyCommand: Command = {
  summary: 'make a key for another program of yours, or change the one that signs',
  usage: `billing key create --name <name> --scopes read,write
       billing key rotate-signing [--now]

  --name    small letters, digits, - and _; two keys of one name are one service's, while it changes its key
  --scopes  some of ${scopes.join(', ')}

create: the key is shown once. The service gets its hash alone, in SERVICE_KEYS.
rotate-signing: a new key signs the answers about access from five minutes on; --now: at once, and what the old one
signed counts no longer.`,
  alone: create,
  async run({ billing, print }, [action, ...rest]) {
    if (action !== 'rotate-signing') throw new UsageError('Say what to do: create or rotate-signing');
    const { values } = parseArgs({ args: rest, options: { now: { type: 'boolean' } } });
    const { kid, signsFrom } = await billing.signingKeys.rotate({ now: values.now === true });
    print(`Key ${kid} signs from ${signsFrom.toISOString()}`);
    return 0;
  },
};

function create(args: string[]): string | undefined {
  const [action, ...rest] = args;
  if (action !== 'create') return undefined;
  const { values } = parseArgs({ args: rest, options: { name: { type: 'string' }, scopes: { type: 'string' } } });
  const { name = '', scopes: given = 'read' } = values;
  if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(name)) throw new UsageError('--name takes small letters, digits, - and _');
  const asked = given.split(/[,+]/).map((scope) => scope.trim());
  if (!asked.every((scope) => scopes.includes(scope as Scope)))
    throw new UsageError(`--scopes takes some of ${scopes.join(', ')}`);
  const key = `sk_${randomBytes(KEY_BYTES).toString('base64url')}`;
  const entry = `${name}:${[...new Set(asked)].join('+')}:${hashOfKey(key)}`;
  return `Key (shown once, for the program that asks):\n  ${key}\nFor SERVICE_KEYS of this service (add it with a comma):\n  ${entry}`;
}

import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Scope, scopes } from '../auth/callers/caller.ts';
import { hashOfKey } from '../auth/callers/serviceKeys.ts';
import { type Command, UsageError } from './command.ts';

const KEY_BYTES = 32;

export const keyCommand: Command = {
  summary: 'create a service key, or rotate the key that signs access tokens',
  usage: `billing key create --name <name> --scopes read,write [--json]
       billing key rotate-signing [--now] [--json]

  --name    lower-case letters, digits, - and _; a service may have two keys of one name while it changes its key
  --scopes  some of ${scopes.join(', ')}

create: prints the key once. SERVICE_KEYS of this service takes only its hash.
rotate-signing: a new key signs access tokens after five minutes; with --now at once, and tokens signed with the old key
become invalid.`,
  example: 'billing key create --name app --scopes read,write',
  alone: create,
  async run({ billing, settings, print }, [action, ...rest]) {
    if (action !== 'rotate-signing') throw new UsageError('Use create or rotate-signing');
    if (!settings.keys.isOpen)
      throw new Error('AUTH_SECRET does not open the keys in the database: set it as the service has it');
    const { values } = parseArgs({ args: rest, options: { now: { type: 'boolean' }, json: { type: 'boolean' } } });
    const { kid, signsFrom } = await billing.signingKeys.rotate({ now: values.now === true });
    const from = signsFrom.toISOString();
    print(values.json ? JSON.stringify({ kid, signsFrom: from }) : `Key ${kid} signs from ${from}`);
    return 0;
  },
};

function create(args: string[]): string | undefined {
  const [action, ...rest] = args;
  if (action !== 'create') return undefined;
  const options = { name: { type: 'string' }, scopes: { type: 'string' }, json: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: rest, options });
  const { name = '', scopes: given = 'read' } = values;
  if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(name))
    throw new UsageError('--name takes lower-case letters, digits, - and _');
  const asked = given.split(/[,+]/).map((scope) => scope.trim());
  if (!asked.every((scope) => scopes.includes(scope as Scope)))
    throw new UsageError(`--scopes takes some of ${scopes.join(', ')}`);
  const key = `sk_${randomBytes(KEY_BYTES).toString('base64url')}`;
  const entry = `${name}:${[...new Set(asked)].join('+')}:${hashOfKey(key)}`;
  if (values.json) return JSON.stringify({ key, entry });
  return `Key (shown once, for the calling program):\n  ${key}\nFor SERVICE_KEYS of this service (add it with a comma):\n  ${entry}`;
}

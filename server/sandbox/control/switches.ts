import type { Company } from '../core/company.ts';
import { Refusal } from '../core/refusal.ts';
import { noFaults } from '../webhooks/faults.ts';
import { currentSwitches } from '../webhooks/outbox.ts';
import type { ApiFault, Switches } from '../webhooks/records.ts';
import type { Input } from './input.ts';

const MAX_MS = 600_000;
/** The keys of a call that sets switches. */
export const switchNames = [
  ...['reset', 'seed', 'repeat', 'reorder', 'delay', 'drop', 'falsify', 'api', 'also', 'limit'],
  ...['oneSubscription', 'still', 'account', 'payload'],
] as const;
/** The modes without further settings. */
export const modes = ['ok', 'slow', 'hang', 'hold', 'refuse', 'error500', 'error429', 'cut'] as const;

/**
 * Sets the given switches and keeps the others. A new seed restarts its draws; `reset` first resets all but the seed.
 */
export function setSwitches(company: Company, input: Input): Switches {
  return company.act(() => {
    const before = currentSwitches(company.store);
    const base = input.has('reset') ? noFaults(before.seed) : before;
    const rate = (name: string) => input.number(name, { min: 0, max: 1 });
    const switches: Switches = {
      ...base,
      seed: input.optional('seed', (name) => Math.floor(input.number(name, { min: 0, max: 2 ** 53 }))) ?? base.seed,
      drawn: input.has('seed') ? 0 : before.drawn,
      repeat: input.optional('repeat', rate) ?? base.repeat,
      reorder: input.optional('reorder', rate) ?? base.reorder,
      drop: input.optional('drop', rate) ?? base.drop,
      falsify: input.optional('falsify', rate) ?? base.falsify,
      delay: input.has('delay') ? readDelay(input.within('delay').only(['rate', 'ms'])) : base.delay,
      api: input.has('api') ? readApi(input.within('api')) : base.api,
      also: input.has('also') ? input.list('also').map(readApi) : base.also,
      limit: input.has('limit') ? readLimit(input.within('limit').only(['calls', 'seconds'])) : base.limit,
      oneSubscription: input.optional('oneSubscription', (name) => input.flag(name)) ?? base.oneSubscription,
      still: input.optional('still', (name) => input.flag(name)) ?? base.still,
      account: input.optional('account', (name) => input.text(name)) ?? base.account,
      payload: input.optional('payload', (name) => input.oneOf(name, ['snapshot', 'thin'])) ?? base.payload,
    };
    if (switches.payload === 'thin' && !company.dialect.thin) {
      throw new Refusal('invalid', `${company.options.dialect} has no thin events`, 'payload');
    }
    company.store.put('switches', { id: 'switches', ...switches });
    company.onSwitches();
    if (strikesWebhooks(switches)) console.log(`sandbox: webhooks meet faults by seed ${switches.seed}`);
    return switches;
  });
}

function strikesWebhooks({ repeat, reorder, drop, falsify, delay }: Switches): boolean {
  return Math.max(repeat, reorder, drop, falsify, delay.rate) > 0;
}

function readDelay(input: Input): Switches['delay'] {
  return { rate: input.number('rate', { min: 0, max: 1 }), ms: input.number('ms', { min: 0, max: MAX_MS }) };
}

function readLimit(input: Input): Switches['limit'] {
  const calls = input.number('calls', { min: 0, max: 1_000_000 });
  return calls === 0 ? undefined : { calls, seconds: input.number('seconds', { min: 1, max: 3_600 }) };
}

function readApi(input: Input): ApiFault {
  input.only(['mode', 'ms', 'only', 'after', 'status', 'body']);
  const mode = input.oneOf('mode', [...modes, 'answer']);
  const said = {
    ms: input.optional('ms', (name) => input.number(name, { min: 0, max: MAX_MS })),
    only: input.optional('only', (name) => input.text(name)),
    after: input.optional('after', (name) => input.number(name, { min: 0, max: 1_000_000 })),
    status: input.optional('status', (name) => input.number(name, { min: 200, max: 599 })),
    body: input.optional('body', (name) => JSON.stringify(input.value(name))),
  };
  return { mode, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) };
}

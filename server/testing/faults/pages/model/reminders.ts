import { type Account, DAY, type Memory, type Next, realityOf, type Sold } from './books.ts';

/** In days before the charge, by what is over then. */
const AHEAD = { trial: 3, year: 30 };

export type Reminded = Omit<Extract<Next, { kind: 'charge' | 'first' }>, 'kind'> & { kind: keyof typeof AHEAD };

/** The charge that its payer is mailed of now: a trial's first, or another year. */
export function reminderIn(account: Account, memory: Memory, sold: Sold): Reminded | null {
  const { next } = realityOf(account, memory, sold);
  if (next.kind !== 'charge' && next.kind !== 'first') return null;
  const kind = next.kind === 'first' ? 'trial' : memory.of(sold).interval === 'year' ? 'year' : null;
  const left = next.at - account.now;
  return kind !== null && left > 0 && left <= AHEAD[kind] * DAY ? { ...next, kind } : null;
}

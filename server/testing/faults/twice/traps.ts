import type { Asked } from './door.ts';

type Call = 'read' | 'charges' | 'end' | 'refund';

/** At which call of which kind a process dies: before the company got it, or before the process got the answer. */
interface Trap {
  name: string;
  call: Call;
  when: 'before' | 'after';
  /** Only of calls that come after the end was asked for. */
  pastEnd?: true;
}

/** A death after the last call, before the person is told, is made by a lock. */
export const TELLING = 'before it is told';

const traps: readonly Trap[] = [
  { name: 'before anything is read', call: 'read', when: 'before' },
  { name: 'after it is judged', call: 'charges', when: 'after' },
  { name: 'before the end', call: 'end', when: 'before' },
  { name: 'after the end', call: 'end', when: 'after' },
  { name: 'before the end is read', call: 'read', when: 'before', pastEnd: true },
  { name: 'before the charge is read again', call: 'charges', when: 'before', pastEnd: true },
  { name: 'before the refund', call: 'refund', when: 'before' },
  { name: 'after the refund', call: 'refund', when: 'after' },
];

/** Where a process can die while it handles a second subscription. */
export const deaths = [...traps.map(({ name }) => name), TELLING];

/** What a call is for, by the paths of all three companies. */
function kindOf({ method, path }: Asked): Call | null {
  if (/\/refunds/.test(path)) return method === 'POST' ? 'refund' : null;
  if (/\/subscriptions/.test(path)) return method === 'GET' ? 'read' : 'end';
  return method === 'GET' && /\/(invoices|orders|transactions)/.test(path) ? 'charges' : null;
}

export interface Trapper {
  set(name: string): void;
  /** Whether somebody met it. */
  met(): boolean;
  /** What this call meets; null: nothing. */
  meet(asked: Asked): Trap['when'] | null;
}

/** One trap at a time, which goes off once. */
export function createTrapper(): Trapper {
  let trap: Trap | undefined;
  let isMet = false;
  let hasEnded = false;
  return {
    set(name) {
      trap = traps.find((each) => each.name === name);
      isMet = false;
      hasEnded = false;
    },
    met: () => isMet,
    meet(asked) {
      const kind = kindOf(asked);
      const isIt = trap !== undefined && !isMet && kind === trap.call && (!trap.pastEnd || hasEnded);
      if (kind === 'end') hasEnded = true;
      if (!isIt || !trap) return null;
      isMet = true;
      return trap.when;
    },
  };
}

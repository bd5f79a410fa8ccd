import type { DoorRequest } from '../parts/door.ts';

type Call = 'read' | 'charges' | 'end' | 'refund';

/**
 * The call at which a process is killed: before the provider gets the request, or before the process gets the response.
 */
interface Trap {
  name: string;
  call: Call;
  when: 'before' | 'after';
  /** Only for calls after the request to end the subscription. */
  pastEnd?: true;
}

/** The kill after the last call and before the person's mail uses a lock instead of a trap. */
export const TELLING = 'before the mail';

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

/** The steps at which a process is killed while it handles a second subscription. */
export const deaths = [...traps.map(({ name }) => name), TELLING];

/** The purpose of a call, by the paths of all three providers. */
function kindOf({ method, path }: DoorRequest): Call | null {
  if (/\/refunds/.test(path)) return method === 'POST' ? 'refund' : null;
  if (/\/subscriptions/.test(path)) return method === 'GET' ? 'read' : 'end';
  return method === 'GET' && /\/(invoices|orders|transactions)/.test(path) ? 'charges' : null;
}

export interface Trapper {
  set(name: string): void;
  /** Whether the trap was triggered. */
  met(): boolean;
  /** When this call's process must be killed; null: never. */
  meet(asked: DoorRequest): Trap['when'] | null;
}

/** Creates a trapper: one trap at a time, each triggered once. */
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

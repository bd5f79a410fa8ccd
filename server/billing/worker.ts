import { sweepWaiting } from './applyWaiting.ts';
import type { Billing } from './context.ts';
import { settleDue } from './settle.ts';

const EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 15_000;

export interface Worker {
  /** Does what is due now instead of at the next beat. */
  wake(): void;
  stop(): Promise<void>;
}

/** What is owed after an answer: ties to settle, and waiting events that a crash left behind. Any process may do it. */
export function startWorker(billing: () => Billing): Worker {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let sweptAt = 0;

  async function beat(): Promise<void> {
    const context = billing();
    try {
      while (!stopped && (await settleDue(context)) > 0);
      if (Date.now() - sweptAt < SWEEP_EVERY_MS) return;
      await sweepWaiting(context);
      sweptAt = Date.now();
    } catch (error) {
      context.log.warn({ err: error }, 'The worker will try again');
    }
  }

  function schedule(delay: number): void {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      running = running.then(beat).finally(() => schedule(EVERY_MS));
    }, delay);
  }

  schedule(EVERY_MS);
  return {
    wake: () => schedule(0),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

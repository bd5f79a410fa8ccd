import type { Billing } from '../context.ts';
import { settleDue } from './settle.ts';

const EVERY_MS = 1_000;

export interface Worker {
  /** Does what is due now instead of at the next beat. */
  wake(): void;
  stop(): Promise<void>;
}

/** What is owed after an answer: ties to settle. Any process may do it. */
export function startWorker(billing: () => Billing): Worker {
  let stopped = false;
  let beating: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let woken = false;

  async function work(): Promise<void> {
    const context = billing();
    try {
      while (!stopped && (await settleDue(context)) > 0);
    } catch (error) {
      context.log.warn({ err: error }, 'The worker will try again');
    }
  }

  async function beat(): Promise<void> {
    woken = false;
    await work();
    beating = undefined;
    schedule(woken ? 0 : EVERY_MS);
  }

  function schedule(delay: number): void {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      beating = beat();
    }, delay);
  }

  schedule(EVERY_MS);
  return {
    wake() {
      woken = true;
      if (!beating) schedule(0);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await beating;
    },
  };
}

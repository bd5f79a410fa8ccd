import { setTimeout as sleep } from 'node:timers/promises';

export async function until(what: string, isSo: () => unknown, withinMs = 60_000): Promise<void> {
  for (const giveUpAt = Date.now() + withinMs; !(await isSo()); await sleep(20))
    if (Date.now() > giveUpAt) throw new Error(`Timeout: waited until ${what}`);
}

const AWAY_MS = 60_000;

/** Which providers did not answer a job of this process: it does not ask them for a minute, whatever waits. */
export interface Away {
  note(provider: string): void;
  names(): string[];
}

export function createAway(now: () => number = () => performance.now()): Away {
  const until = new Map<string, number>();
  return {
    note: (provider) => void until.set(provider, now() + AWAY_MS),
    names: () => [...until].filter(([, time]) => now() < time).map(([provider]) => provider),
  };
}

/** Refusals of the key and of too many calls: other calls would get them, too. */
const OF_EVERY_CALL = [401, 403, 408, 429];

/** Not reached, an error of the provider's own, or a refusal of every call. */
export function isUnavailable(error: unknown): boolean {
  const { status } = Object(error) as { status?: number };
  return status === undefined || status >= 500 || OF_EVERY_CALL.includes(status);
}

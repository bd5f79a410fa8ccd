/** How long a token is reused: signing takes a tenth of the answer's time. */
const KEPT_MS = 10_000;
const MOST = 2_000;

/** A token, and when its answer was computed. */
interface Said {
  userId: string;
  /** Everything it states, except its times. */
  mark: string;
  asOf: Date;
}

/** The tokens of the last seconds: a caller that asks again while nothing changed gets the same token. */
export interface KeptTokens {
  keep(said: Said, sign: () => string): string;
}

export function createKeptTokens(most = MOST): KeptTokens {
  const kept = new Map<string, Said & { token: string }>();
  return {
    keep(said, sign) {
      const { userId, mark, asOf } = said;
      const last = kept.get(userId);
      const age = last ? Math.abs(asOf.getTime() - last.asOf.getTime()) : KEPT_MS;
      if (last?.mark === mark && age < KEPT_MS) return last.token;
      const token = sign();
      // The last one is the newest.
      kept.delete(userId);
      kept.set(userId, { ...said, token });
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
      return token;
    },
  };
}

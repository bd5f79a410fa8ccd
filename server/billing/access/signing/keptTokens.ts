/** So long a token is given out again: a signature takes as long as a tenth of the answer. */
const KEPT_MS = 10_000;
const MOST = 2_000;

/** A token's answer, and when it was so. */
interface Said {
  userId: string;
  /** All that it says, but for its times. */
  mark: string;
  asOf: Date;
}

/** The tokens of the last seconds: who asks again while nothing changed gets the same. */
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
      // The newest is the last one.
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

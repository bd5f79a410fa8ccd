/** An account that concerns an address which is being proven. */
export interface Claimant {
  id: string;
  /** When it last bought, tried or was given a plan, in milliseconds; null: never. */
  boughtAt: number | null;
  /** It also opens by a sign-in at a social provider. */
  hasSocial: boolean;
}

export interface Claim {
  /** The account in whose session, or by whose social sign-in, the address is proven; null: only by the mailbox. */
  prover: (Claimant & { hasProvenAddress: boolean }) | null;
  /** The other accounts that name the address without a proof. */
  others: readonly Claimant[];
  /** Those of them that this browser signed in to. */
  known: ReadonlySet<string>;
}

export interface ClaimDecision {
  /** The account that the address opens from now on; null: a new one. */
  opens: string | null;
  /** Whoever was signed in to it elsewhere is signed out, and told why. */
  isClaimed: boolean;
  /** The prover's own account ends in the opened one. */
  joins: boolean;
  /** They bought too, keep what they have, and lose the address: operators can move it. */
  left: string[];
}

/**
 * Who has an address that somebody proved, whichever way: a reset by a mailed link, a verification after sign-up, a
 * change of address or a social sign-in. Whoever bought in their own session, or in this browser, keeps their account;
 * else the prover opens the account that last bought under the address; an account that never bought loses it.
 */
export function decideClaim({ prover, others, known }: Claim): ClaimDecision {
  const opened = prover && prover.boughtAt !== null ? prover : (toOpen({ prover, others, known }) ?? prover);
  const left = others.filter(({ id, boughtAt }) => boughtAt !== null && id !== opened?.id);
  const isOther = opened !== null && opened.id !== prover?.id;
  return {
    opens: opened?.id ?? null,
    isClaimed: isOther && !known.has(opened.id),
    joins: isOther && prover !== null && !prover.hasProvenAddress,
    left: left.map(({ id }) => id),
  };
}

/** A sign-in at a social provider is a proof of its own: elsewhere no address overrules it. */
function toOpen({ prover, others, known }: Claim): Claimant | null {
  const here = others.filter(({ id }) => known.has(id));
  const elsewhere = others.filter(({ hasSocial }) => !hasSocial);
  return newest(here) ?? newest(elsewhere) ?? (prover === null ? (here[0] ?? null) : null);
}

function newest(claimants: readonly Claimant[]): Claimant | null {
  const bought = claimants.filter(({ boughtAt }) => boughtAt !== null);
  return bought.toSorted((a, b) => (b.boughtAt ?? 0) - (a.boughtAt ?? 0))[0] ?? null;
}

/** The outcomes that the ledger stores. The database holds the same list. */
export const outcomes = ['applied', 'stale', 'ignored', 'unmatched', 'failed'] as const;
export type KeptOutcome = (typeof outcomes)[number];

/** Outcomes after which the event may still be applied. */
export const openOutcomes = ['unmatched', 'failed'] as const satisfies KeptOutcome[];

export function isOpenOutcome(outcome: string): boolean {
  return openOutcomes.some((open) => open === outcome);
}

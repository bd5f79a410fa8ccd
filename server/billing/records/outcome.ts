/** What the ledger keeps of an event. The database holds the same list. */
export const outcomes = ['applied', 'stale', 'ignored', 'unmatched', 'failed'] as const;
export type KeptOutcome = (typeof outcomes)[number];

/** Those after which the event may still be applied. */
export const openOutcomes = ['unmatched', 'failed'] as const satisfies KeptOutcome[];

export function isOpenOutcome(outcome: string): boolean {
  return openOutcomes.some((open) => open === outcome);
}

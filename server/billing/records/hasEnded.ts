/** Of our own statuses, those that a subscription never leaves. */
export const endedStatuses = ['canceled', 'deleted'] as const;

export function hasEnded(status: string): boolean {
  return endedStatuses.some((ended) => ended === status);
}

import type { With } from '../context.ts';
import { NO_RECORDS, type OwnerRecords } from './timeline/ownerRecords.ts';
import { readRecordsOf } from './timeline/readRecords.ts';
import { type Period, timeline } from './timeline/timeline.ts';

/** The owners whose plans a user may use: the user, and the organisation that the user acts in. */
export interface Holder {
  id: string;
  memberOf?: string;
}

/** The records of each owner, the user's own first. */
export async function readHeld({ database }: With<'database'>, { id, memberOf }: Holder): Promise<OwnerRecords[]> {
  const owners = memberOf === undefined ? [id] : [id, memberOf];
  const all = await readRecordsOf(database.pool, owners);
  return owners.map((owner) => all.get(owner) ?? NO_RECORDS);
}

export function timelinesOf({ plans }: With<'plans'>, held: readonly OwnerRecords[]): Period[][] {
  return held.map((records) => timeline(records, plans));
}

export async function readTimelines(billing: With<'database' | 'plans'>, user: Holder): Promise<Period[][]> {
  return timelinesOf(billing, await readHeld(billing, user));
}

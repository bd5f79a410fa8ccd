import type { Pool } from '../../../database/client.ts';
import { PARTITIONED_DAYS } from '../sql/bodies.ts';

/**
 * Resolves to the last day (ISO 8601) of the unbroken run of days from today that have a body partition; null: today
 * has none.
 */
export type BodyDays = () => Promise<string | null>;

const REFRESH_MS = 60_000;
/** At a first start the partitions are made in the first second. */
const RETRY_MS = 1_000;
const DAY_MS = 86_400_000;

/**
 * Read at the first write and then once a minute in the background, since partitions are only ever added at the end;
 * once a second while today has none.
 */
export function createBodyDays(pool: Pool, retryMs = RETRY_MS): BodyDays {
  let known: Promise<string | null> | undefined;
  let nextAt = 0;
  return () => {
    if (Date.now() < nextAt && known) return known;
    nextAt = Date.now() + REFRESH_MS;
    const before = known;
    const asked = readBodyDays(pool).catch(() => before ?? null);
    known ??= asked;
    void asked.then((days) => {
      known = asked;
      if (days === null) nextAt = Date.now() + retryMs;
    });
    return known;
  };
}

async function readBodyDays(pool: Pool): Promise<string | null> {
  return (await readDays(pool)).at(-1) ?? null;
}

/** How many days after today have a partition, without a gap. */
export async function countDaysAhead(pool: Pool): Promise<number> {
  return Math.max(0, (await readDays(pool)).length - 1);
}

/** From today on, without a gap. */
async function readDays(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ day: string; today: string }>(PARTITIONED_DAYS);
  const there = new Set(rows.map(({ day }) => day));
  const days: string[] = [];
  for (let day = rows[0]?.today; day && there.has(day); day = dayAfter(day)) days.push(day);
  return days;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}

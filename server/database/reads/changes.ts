import { createHash } from 'node:crypto';
import type { Pool } from '../client.ts';

export interface FeedPage {
  /** The last number that was issued. */
  last: number;
  /** In their order; the last one is the server's own. */
  timelines: FeedTimeline[];
  rows: { userId: string; number: number; at: Date }[];
}

export interface FeedTimeline {
  timeline: number;
  /** Marks its cursors; every database has its own. */
  mark: string;
  /** The position in the WAL up to which everything came from the timeline before. */
  begunAt: number;
}

/** A copy, a restored dump and a restored table differ in one of these; a promoted standby does not. */
const DATABASE = `concat_ws(':', (SELECT system_identifier FROM pg_control_system()),
  (SELECT oid FROM pg_database WHERE datname = current_database()), 'change_feed'::regclass::oid)`;
/** Fails on a standby, whose answers would be those of a while ago. */
const TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int`;

/** What a promoted server replayed last is where its timeline begins; unknown after its next restart: then at nothing. */
const ENTER = {
  name: 'enter-timeline',
  text: `INSERT INTO feed_timeline ("database", timeline, "begunAt")
    SELECT ${DATABASE}, ${TIMELINE}, coalesce(pg_last_wal_replay_lsn() - '0/0', 0)
    WHERE NOT EXISTS (SELECT FROM feed_timeline WHERE "database" = ${DATABASE} AND timeline = ${TIMELINE})
    ON CONFLICT DO NOTHING`,
};
const PAGE = {
  name: 'changes-page',
  text: `SELECT f.epoch, f.last, ${TIMELINE} AS own, c."userId", c."number", c."at", (SELECT json_agg(json_build_object('timeline', t.timeline,
      'token', t.token, 'begunAt', t."begunAt") ORDER BY t.timeline) FROM feed_timeline t
      WHERE t."database" = ${DATABASE} AND t.timeline <= ${TIMELINE}) AS timelines
    FROM change_feed f
    LEFT JOIN LATERAL (SELECT * FROM owner_access WHERE "number" > $1 ORDER BY "number" LIMIT $2) c ON true
    WHERE f.id = 'current' ORDER BY c."number"`,
};
const POSITION = { name: 'feed-position', text: `SELECT pg_current_wal_flush_lsn() - '0/0' AS position` };

interface PageRow {
  epoch: string;
  last: string;
  /** Of the server that answered. */
  own: number;
  /** null: none is noted. */
  timelines: { timeline: number; token: string; begunAt: number }[] | null;
  userId: string | null;
  number: string;
  at: Date;
}

/** Notes on which timeline the server is, before what it writes there can be lost from sight by a restart. */
export async function enterTimeline(pool: Pool): Promise<void> {
  await pool.query(ENTER);
}

/** Owners whose last change has a greater number, in order of the numbers. */
export async function readChanges(pool: Pool, after: number, limit: number): Promise<FeedPage> {
  const { rows } = await pool.query<PageRow>({ ...PAGE, values: [after, limit] });
  const [first] = rows;
  if (!first) throw new Error('The feed of changes has no state');
  const { epoch, last, own, timelines } = first;
  if (timelines?.at(-1)?.timeline !== own) {
    await enterTimeline(pool);
    return readChanges(pool, after, limit);
  }
  return {
    last: Number(last),
    timelines: timelines.map(({ token, ...timeline }) => ({ ...timeline, mark: markOf(`${epoch} ${token}`) })),
    rows: rows.flatMap(({ userId, number, at }) => (userId === null ? [] : [{ userId, number: Number(number), at }])),
  };
}

/** Everything that was visible before is at most there in the WAL. */
export async function readPosition(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ position: string }>(POSITION);
  return Number(rows[0]?.position);
}

const markOf = (text: string) => createHash('sha256').update(`change feed ${text}`).digest('base64url').slice(0, 12);

import pg from 'pg';

/**
 * `restored`: the database is a dump that was restored, and nobody has said so. `recovering`: somebody has
 * (RECOVERY=on), and it lacks what happened since the backup. `open`: neither.
 */
export type Phase = 'open' | 'restored' | 'recovering';

/** The database was restored over another one: some of its tables are that one's. */
export class HalfRestored extends Error {
  override name = 'HalfRestored';

  constructor(tables: string[]) {
    super(
      `This database was restored over another one, whose tables are partly left (${tables.slice(0, 5).join(', ')}): ` +
        'restore the backup into an empty database (server/docs/restore.md)',
    );
  }
}

interface Queryable {
  query<Row extends pg.QueryResultRow>(text: string): Promise<{ rows: Row[] }>;
}

const ELSEWHERE = `m."tableOid" <> 'database_mark'::regclass::oid::bigint
  OR m.cluster <> (SELECT system_identifier FROM pg_control_system())::text AND m."writtenBy" <> m.xmin::text`;

const PHASE = `SELECT CASE WHEN ${ELSEWHERE} THEN 'restored' WHEN m."recoveringSince" IS NULL THEN 'open'
  ELSE 'recovering' END AS phase FROM database_mark m`;

/** Rejects when the database is away. */
export async function readPhase(database: Queryable): Promise<Phase> {
  const { rows } = await database.query<{ phase: Phase }>(PHASE);
  return rows[0]?.phase ?? 'restored';
}

const IS_THERE = `SELECT to_regclass('database_mark') IS NOT NULL AS there`;

/**
 * Of a restored dump, the tables that still have the oid which they had in the database that was dumped. No cluster
 * gives an oid twice; another one does.
 */
const LEFT = `SELECT t.key AS name FROM database_mark m, jsonb_each_text(m.tables) t JOIN pg_class c
    ON c.oid = t.value::oid AND c.relname = t.key
  WHERE m."tableOid" <> 'database_mark'::regclass::oid::bigint
    AND m.cluster = (SELECT system_identifier FROM pg_control_system())::text ORDER BY 1`;

/** Throws HalfRestored. */
export async function requireWhole(url: string): Promise<void> {
  await within(url, async (client) => {
    const { rows } = await client.query<{ there: boolean }>(IS_THERE);
    if (!rows[0]?.there) return;
    const left = await client.query<{ name: string }>(LEFT);
    if (left.rows.length > 0) throw new HalfRestored(left.rows.map(({ name }) => name));
  });
}

/** What `RECOVERY=on` did, and what it found. */
export interface Opened {
  phase: Phase;
  /** The recovery began now: so many queued mails of the backup were dropped. */
  begun?: { mails: number };
  /** The recovery was finished before: the setting does nothing. */
  isIdle?: true;
}

const WANTED = `SELECT ${ELSEWHERE} OR m."recoveringSince" IS NULL AND (m."finishedAt" IS NULL
    OR m.timeline <> (SELECT timeline_id FROM pg_control_checkpoint())) AS wanted
  FROM database_mark m FOR UPDATE`;

/** The last that the backup knows; every second some job succeeds. */
const DATA_UNTIL = `greatest((SELECT max("succeededAt") FROM job),
  (SELECT "receivedAt" FROM webhook_event ORDER BY id DESC LIMIT 1), (SELECT max("finishedAt") FROM reconcile_run))`;

/** The new epoch first; then whatever opens a door: nobody knows who has what the backup knows. */
const BEGIN = [
  'UPDATE change_feed SET epoch = gen_random_uuid()',
  `UPDATE database_mark SET "recoveringSince" = clock_timestamp(),
    "dataUntil" = CASE WHEN "recoveringSince" IS NULL THEN coalesce(${DATA_UNTIL}, clock_timestamp()) ELSE "dataUntil" END,
    "tableOid" = 'database_mark'::regclass::oid::bigint, "writtenBy" = pg_current_xact_id()::xid::text,
    cluster = (SELECT system_identifier FROM pg_control_system())::text,
    tables = (SELECT jsonb_object_agg(relname, oid::bigint) FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r')`,
  'DELETE FROM session',
  'DELETE FROM verification',
  'DELETE FROM address_proof',
  'DELETE FROM signing_key',
  `DELETE FROM service_secret WHERE name = 'sessions'`,
  'DELETE FROM lease',
];

/** What was queued then was sent long ago, and the links in it are dead. */
const DROP_MAILS = 'DELETE FROM mail';

/**
 * The phase that a process starts in. With `recovery` (RECOVERY=on) a restored database begins to recover, also one that
 * bears no trace of it: cursors of the feed, sessions, remembered devices and links from before are void, and access
 * tokens get a new key. What was begun or finished before is not begun again.
 */
export async function openPhase(url: string, recovery: boolean): Promise<Opened> {
  return within(url, async (client) => {
    if (!recovery) return { phase: await readPhase(client) };
    await client.query('BEGIN');
    const { rows } = await client.query<{ wanted: boolean }>(WANTED);
    const begun = rows[0]?.wanted ? { mails: await begin(client) } : undefined;
    await client.query('COMMIT');
    const phase = await readPhase(client);
    return { phase, ...(begun ? { begun } : {}), ...(phase === 'open' ? { isIdle: true } : {}) };
  });
}

async function begin(client: pg.Client): Promise<number> {
  for (const step of BEGIN) await client.query(step);
  return (await client.query(DROP_MAILS)).rowCount ?? 0;
}

/** Ends the recovery, in the transaction of its audit row. */
export const FINISH_RECOVERY = `UPDATE database_mark SET "recoveringSince" = NULL, "finishedAt" = clock_timestamp(),
  timeline = (SELECT timeline_id FROM pg_control_checkpoint()), "writtenBy" = pg_current_xact_id()::xid::text`;

async function within<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'subscription-payments start' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

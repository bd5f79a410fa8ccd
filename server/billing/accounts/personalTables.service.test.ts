import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { PASSWORD } from '../../testing/app/canaries.ts';
import { post } from '../../testing/calls/requests.ts';
import { blankPersonalData } from './blankPersonalData.ts';
import { exportAccount } from './exportAccount.ts';

/** Tables whose rows of a person an erasure deletes: what the export contains of them, and what not. */
const DELETED: Record<string, { exported?: string; columns: string; hidden?: string }> = {
  user: {
    exported: 'account',
    columns: 'id name email emailVerified language image createdAt updatedAt askedAt',
    hidden: 'wantedEmail',
  },
  session: {
    exported: 'sessions',
    columns: 'expiresAt ipAddress userAgent userId createdAt updatedAt',
    hidden: 'id token',
  },
  account: {
    exported: 'logins',
    columns: 'providerId accountId scope createdAt',
    hidden: `id userId accessToken refreshToken idToken accessTokenExpiresAt refreshTokenExpiresAt password updatedAt`,
  },
  mail: { columns: '', hidden: 'id userId kind message concerns queuedAt dueAt expiresAt attempts lastError' },
  address_proof: { exported: 'addressProofs', columns: 'userId kind email expiresAt confirmedAt', hidden: 'id' },
  adoption: {
    exported: 'adoptions',
    columns: 'userId provider email queuedAt dueAt attempts readAt blockedBy',
    hidden: 'lastError',
  },
  provider_check: { exported: 'providerChecks', columns: 'userId askedAt' },
  checkout: {
    exported: 'checkouts',
    columns: `id userId provider plan interval quantity offer customerId sessionId url createdAt expiresAt completedAt
      subscriptionId endedAt supersededAt supersededBy`,
    hidden: 'openKey idempotencyKey claimedAt',
  },
  contract_request: {
    exported: 'contractRequests',
    columns: `id kind userId proven email name contract reason wish wishedFor language receivedAt linkUntil state
      confirmedAt subscriptionIds doneAt closedAt`,
    hidden: 'tokenHash closedBy',
  },
  reminder: { exported: 'reminders', columns: 'subscriptionId kind chargeAt userId queuedAt' },
  owner_check: { exported: 'ownerChecks', columns: 'userId queuedAt dueAt attempts', hidden: 'lastError' },
};

/** Tables whose rows outlive an erasure, beside those of personalColumns: all columns, and why they may stay. */
const KEPT: Record<string, { columns: string; why: string }> = {
  webhook_event: {
    columns: `id provider eventId type nativeType occurredAt receivedAt lastReceivedAt deliveries outcome reason error
      warnings body userId customerId subscriptionId paymentId waitingFor`,
    why: 'body is blanked, and so are warnings that operators wrote (erasure.service.test.ts); the rest is ids and times',
  },
  webhook_event_body: { columns: 'day id body', why: 'the rows are deleted (erasure.service.test.ts)' },
  refetch: {
    columns: 'subscriptionId provider providerSubscriptionId reason queuedAt dueAt attempts lastError',
    why: 'a read that is due, by id; deleted when it is done',
  },
  duplicate: {
    columns: `subscriptionId userId keptId state reason amount currency foundAt heldAt releasedAt
      endingAt doneAt notifiedAt`,
    why: 'our books: what was charged twice and refunded',
  },
  late_charge: {
    columns: 'paymentId userId state reason foundAt begunAt doneAt releasedAt',
    why: 'our books: what was paid after the erasure, and given back',
  },
  trial: { columns: 'subscriptionId queuedAt readAt repeats', why: 'ids; trials are granted once' },
  verification: {
    columns: 'id identifier value expiresAt createdAt updatedAt',
    why: 'a link’s secret and the user id; it expires',
  },
  ended_session: { columns: 'id endedAt', why: 'a session id, deleted after the longest life of a token' },
  erased_user: { columns: 'userId erasedAt chargedFrom endedAt blankedAt searchedTo', why: 'that it was erased' },
  audit: { columns: 'id at action actor userId toUserId details', why: 'what operators did, by ids' },
  audit_reason: { columns: 'auditId reason', why: 'the reason is blanked' },
  expected_owner: {
    columns: 'provider providerCustomerId email',
    why: 'an address that nobody here has proven: whoever proves it deletes the row',
  },
  unproven_purchase: { columns: 'id userId', why: 'an id in a queue' },
  access_change: { columns: 'id userId at', why: 'an id in a queue' },
  owner_access: { columns: 'userId generation number at', why: 'the feed tells that access ended' },
  access_period: {
    columns: 'userId position validFrom validTo plan reason seats until endsAt features',
    why: 'what the id may use: nothing',
  },
  reconcile_run: {
    columns: `id provider userId fix startedAt finishedAt customers subscriptions live failed trigger
      account mode yesEnd stopped inputs movedAt`,
    why: 'ids and counts',
  },
  drift: {
    columns: `id runId class provider userId providerSubscriptionId providerCustomerId ours theirs fixed key foundAt`,
    why: 'ids, statuses and amounts',
  },
  retry: { columns: 'job key attempts since dueAt lastError', why: 'a record’s id, while work on it is due' },
  rate_limit: { columns: 'key count resetAt', why: 'deleted after ten minutes' },
};

/** personalColumns.service.test.ts lists their columns. */
const BESIDE = 'customer subscription payment refund access_grant trial_mark';

/** No row is about a person. */
const IMPERSONAL = `reconcile_slice provider_pace plans_generation change_feed feed_timeline provider_price lease job service_key
  service_secret signing_key sold_plan database_mark`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const words = (text = '') => text.split(/\s+/).filter(Boolean);
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await app.deps.billing.database.pool.query<T>(text, values)).rows;

interface Column {
  name: string;
  type: string;
  needed: boolean;
}
const columnsOf = (table: string) =>
  query<Column>(
    `SELECT column_name AS name, data_type AS type, is_nullable = 'NO' AND column_default IS NULL AS needed
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 ORDER BY 1`,
    [table],
  );

test('every table is listed here or beside', async () => {
  const rows = await query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
     AND table_name !~ '^(webhook_event_body_|_prisma|_schema_objects)'`,
  );
  const listed = [...words(BESIDE), ...Object.keys(DELETED), ...Object.keys(KEPT), ...words(IMPERSONAL)];
  expect(rows.map(({ name }) => name).sort()).toEqual(listed.sort());
});

const all = Object.entries({ ...DELETED, ...KEPT });
test.each(all)('each column of %s is listed', async (table, { columns, ...rule }) => {
  const listed = [...words(columns), ...words('hidden' in rule ? (rule.hidden as string) : '')];
  expect((await columnsOf(table)).map(({ name }) => name).sort()).toEqual(listed.sort());
});

/** A row of the user with a value in each column that needs one. */
async function fill(table: string, userId: string): Promise<void> {
  const values: Record<string, string> = {
    jsonb: '{}',
    integer: '1',
    boolean: 'true',
    'timestamp with time zone': '2030-01-01T00:00:00Z',
  };
  const needed = (await columnsOf(table)).filter(({ name, needed: is }) => is || name === 'userId');
  const row = needed.map(({ name, type }) => (name === 'userId' ? userId : (values[type] ?? `${table}-${name}`)));
  const names = needed.map(({ name }) => `"${name}"`).join();
  await query(`INSERT INTO "${table}" (${names}) VALUES (${row.map((_, at) => `$${at + 1}`).join()})`, row);
}

test('the export contains these columns and no others, and an erasure deletes the rows', async () => {
  const ada = await app.signUp();
  const tables = Object.keys(DELETED).filter((table) => table !== 'user');
  for (const table of tables) if (!['session', 'account'].includes(table)) await fill(table, ada.id);
  const exported = (await exportAccount(app.deps.billing, ada.id)) as unknown as Record<string, object | object[]>;
  for (const { exported: name, columns } of Object.values(DELETED))
    if (name)
      expect([name, Object.keys([exported[name]].flat()[0] ?? {}).sort()]).toEqual([name, words(columns).sort()]);

  expect((await app.call('/api/auth/delete-user', post({ password: PASSWORD }, ada.cookie))).status).toBe(200);
  await blankPersonalData(app.deps.billing);
  for (const table of tables)
    expect([table, await query(`SELECT FROM "${table}" WHERE "userId" = $1`, [ada.id])]).toEqual([table, []]);
  expect(await query('SELECT FROM "user" WHERE id = $1', [ada.id])).toEqual([]);
});

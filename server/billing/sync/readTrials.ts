import { addressMark, type TrialMarkKind } from '../access/trials/trialMark.ts';
import type { With } from '../context.ts';
import { createAway, isUnavailable } from '../jobs/away.ts';
import { forgetDone, mayBeTried, tryRow } from '../jobs/retry.ts';

export const TRIALS = 'trials';

const AT_ONCE = 50;

/** `$2` providers that can't be asked now. A trial's subscription or customer may be gone. */
const DUE = `SELECT t."subscriptionId" AS id, s."userId", s.provider, c."providerCustomerId",
    CASE WHEN u."emailVerified" THEN u.email END AS "verifiedEmail"
  FROM trial t LEFT JOIN subscription s ON s.id = t."subscriptionId" LEFT JOIN customer c ON c.id = s."customerId"
    LEFT JOIN "user" u ON u.id = s."userId"
  WHERE t."subscriptionId" > $1 AND t."readAt" IS NULL AND coalesce(s.provider, '') <> ALL($2::text[])
    AND ${mayBeTried(TRIALS, 't."subscriptionId"')}
  ORDER BY t."subscriptionId" LIMIT ${AT_ONCE}`;

interface Due {
  id: string;
  userId: string | null;
  provider: string | null;
  providerCustomerId: string | null;
  verifiedEmail: string | null;
}

const OWED = 'EXISTS (SELECT FROM trial t WHERE t."subscriptionId" = r.key AND t."readAt" IS NULL)';

/** All at once: marks stored by an interrupted attempt would look like another person's. */
const KEEP = `
  WITH given AS (SELECT * FROM unnest($3::text[], $4::text[]) AS g(mark, kind)),
  had AS (SELECT DISTINCT g.kind FROM given g JOIN trial_mark m USING (mark) WHERE m."userId" IS DISTINCT FROM $2),
  added AS (INSERT INTO trial_mark (mark, kind, "userId") SELECT mark, kind, $2 FROM given ON CONFLICT (mark) DO NOTHING)
  UPDATE trial SET "readAt" = clock_timestamp(),
    repeats = coalesce((SELECT array_agg(kind ORDER BY kind) FROM had), '{}')
  WHERE "subscriptionId" = $1 RETURNING repeats`;

type Mark = [mark: string, kind: TrialMarkKind];

/**
 * Reads who had each new trial: by customer, by the fingerprints of its cards if the provider gives them, and by
 * verified address. A mark that another account had before is reported to operators; the trial stays as promised. A
 * provider that is unavailable is not asked again for a while, however many trials wait.
 */
export async function readTrials(
  billing: With<'adapters' | 'database' | 'log' | 'trialMark'>,
  signal?: AbortSignal,
  away = createAway(),
): Promise<void> {
  const { jobPool } = billing.database;
  await forgetDone(jobPool, TRIALS, OWED);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows }: { rows: Due[] } = await jobPool.query(DUE, [after, away.names()]);
    for (const due of rows) {
      signal?.throwIfAborted();
      if (due.provider && away.names().includes(due.provider)) continue;
      await tryRow(jobPool, { job: TRIALS, key: due.id }, () =>
        readTrial(billing, due).catch((error: unknown) => {
          if (due.provider && isUnavailable(error)) away.note(due.provider);
          throw error;
        }),
      );
    }
    after = rows.length < AT_ONCE ? undefined : rows.at(-1)?.id;
  }
}

async function readTrial(billing: With<'adapters' | 'database' | 'log' | 'trialMark'>, due: Due): Promise<void> {
  const { id, userId } = due;
  const marks = await marksOf(billing, due);
  const values = [id, userId, marks.map(([mark]) => mark), marks.map(([, kind]) => kind)];
  const { rows } = await billing.database.jobPool.query<{ repeats: TrialMarkKind[] }>(KEEP, values);
  const repeats = rows[0]?.repeats ?? [];
  if (repeats.length > 0)
    billing.log.info({ subscriptionId: id, userId, repeats }, 'A trial was used before by another account');
}

/** A provider that is no longer set up is not asked. */
async function marksOf({ adapters, trialMark }: With<'adapters' | 'trialMark'>, due: Due): Promise<Mark[]> {
  const { provider, providerCustomerId, verifiedEmail } = due;
  const marks: Mark[] = [];
  if (verifiedEmail) marks.push([addressMark(trialMark, verifiedEmail), 'address']);
  if (!provider || !providerCustomerId) return marks;
  const prints = await adapters.get(provider)?.fetchCardPrints?.(providerCustomerId);
  const cards = [...new Set(prints)].map((print): Mark => [trialMark('card', provider, print), 'card']);
  return [...marks, [trialMark('customer', provider, providerCustomerId), 'customer'], ...cards];
}

import type { Subscription } from '../../database/generated/client.ts';
import { addressMark, type TrialMarkKind } from '../access/trials/trialMark.ts';
import type { Billing } from '../context.ts';
import { forgetDone, mayBeTried, tryRow } from '../jobs/retry.ts';

export const TRIALS = 'trials';

const AT_ONCE = 50;

const DUE = `SELECT t."subscriptionId" AS id FROM trial t
  WHERE t."subscriptionId" > $1 AND t."readAt" IS NULL AND ${mayBeTried(TRIALS, 't."subscriptionId"')}
  ORDER BY t."subscriptionId" LIMIT ${AT_ONCE}`;

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
 * verified address. A mark that another account had before is reported to operators; the trial stays as promised.
 */
export async function readTrials(billing: Billing, signal?: AbortSignal): Promise<void> {
  const { jobPool, prisma } = billing.database;
  await forgetDone(jobPool, TRIALS, OWED);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows }: { rows: { id: string }[] } = await jobPool.query(DUE, [after]);
    for (const { id } of rows) {
      signal?.throwIfAborted();
      const subscription = await prisma.subscription.findUnique({ where: { id } });
      await tryRow(jobPool, { job: TRIALS, key: id }, () => readTrial(billing, { id, subscription }));
    }
    after = rows.length < AT_ONCE ? undefined : rows.at(-1)?.id;
  }
}

interface Begun {
  id: string;
  subscription: Subscription | null;
}

async function readTrial(billing: Billing, { id, subscription }: Begun): Promise<void> {
  const marks = subscription ? await marksOf(billing, subscription) : [];
  const userId = subscription?.userId ?? null;
  const values = [id, userId, marks.map(([mark]) => mark), marks.map(([, kind]) => kind)];
  const { rows } = await billing.database.jobPool.query<{ repeats: TrialMarkKind[] }>(KEEP, values);
  const repeats = rows[0]?.repeats ?? [];
  if (repeats.length > 0)
    billing.log.info({ subscriptionId: id, userId, repeats }, 'A trial was had before by somebody else');
}

/** A provider that is no longer set up is not asked. */
async function marksOf(billing: Billing, { userId, provider, customerId }: Subscription): Promise<Mark[]> {
  const { database, adapters, trialMark } = billing;
  const [customer, account] = await Promise.all([
    customerId ? database.prisma.customer.findUnique({ where: { id: customerId } }) : null,
    database.prisma.user.findUnique({ where: { id: userId } }),
  ]);
  const marks: Mark[] = [];
  if (account?.emailVerified) marks.push([addressMark(trialMark, account.email), 'address']);
  if (!customer) return marks;
  const { providerCustomerId } = customer;
  const prints = await adapters.get(provider)?.fetchCardPrints?.(providerCustomerId);
  const cards = [...new Set(prints)].map((print): Mark => [trialMark('card', provider, print), 'card']);
  return [...marks, [trialMark('customer', provider, providerCustomerId), 'customer'], ...cards];
}

import { liveInSql } from '../../../billing/records/subscription.ts';
import type { Two } from './acts.ts';
import { type Browser, visit, whoAmI } from './person.ts';

interface State {
  /** The account that has proven the address; null: none. */
  provenId: string | null;
  /** Accounts that name the address without a proof, and have a live subscription. */
  buyers: string[];
  /** Live subscriptions at the provider that the owner paid for. */
  ownersLive: string[];
}

const NAMING = `SELECT u.id, u."emailVerified" AND u.email = $1 AS "isProven",
    (SELECT count(*)::int FROM subscription s WHERE s."userId" = u.id AND ${liveInSql('s')}) AS live
  FROM "user" u WHERE u.email = $1 OR u."wantedEmail" = $1`;

interface Naming {
  id: string;
  isProven: boolean;
  live: number;
}

const namingOf = async ({ site, address }: Two) => (await site.pool.query<Naming>(NAMING, [address])).rows;

async function read(two: Two): Promise<State> {
  const naming = await namingOf(two);
  const { subscriptions } = await two.company.control<{ subscriptions: { id: string; status: string }[] }>(
    'GET',
    'truth',
  );
  const live = subscriptions.filter(({ id, status }) => status !== 'canceled' && two.paid.get(id) === 'owner');
  return {
    provenId: naming.find(({ isProven }) => isProven)?.id ?? null,
    buyers: naming.filter(({ isProven, live: count }) => !isProven && count > 0).map(({ id }) => id),
    ownersLive: live.map(({ id }) => id),
  };
}

/** Does one act. `broken`: what it must not have done; `hadBought`: it proved an address that something was bought under. */
export async function check(two: Two, deed: { name: string; browser: Browser }, work: () => Promise<void>) {
  const before = await read(two);
  await work();
  const after = await read(two);
  const broken: string[] = [];
  const isProof = before.provenId === null && after.provenId !== null;
  const hadBought = isProof && before.buyers.length > 0;
  if (hadBought && !(await hasLive(two, after.provenId))) broken.push('the proof did not bring what was bought');
  const isStranger = deed.browser === two.stranger;
  if (isProof && isStranger) broken.push('proven without the mailbox');
  const ended = before.ownersLive.filter((id) => !after.ownersLive.includes(id));
  if (isStranger && ended.length > 0) broken.push(`the stranger ended ${ended.join()}`);
  for (const { id, live } of await namingOf(two)) if (live > 1) broken.push(`${id} was sold ${live} subscriptions`);
  const foreign = (await seenBy(two, two.stranger)).filter((id) => two.paid.get(id) === 'owner');
  if (foreign.length > 0) broken.push(`the stranger sees ${foreign.join()}`);
  return { broken, hadBought };
}

const hasLive = async (two: Two, userId: string | null) =>
  (await namingOf(two)).some(({ id, live }) => id === userId && live > 0);

/** The provider's ids of the subscriptions that a browser's account shows. */
async function seenBy({ site }: Two, browser: Browser): Promise<string[]> {
  const { status, body } = await visit([site, browser], '/api/payments/subscriptions');
  if (status !== 200) return [];
  const { subscriptions } = body as { subscriptions: { providerSubscriptionId: string }[] };
  return subscriptions.map(({ providerSubscriptionId }) => providerSubscriptionId);
}

/** After the owner's last proof. */
export async function finalCheck(two: Two): Promise<string[]> {
  const broken: string[] = [];
  const { provenId } = await read(two);
  const owner = await whoAmI(two.site, two.owners[1]);
  const stranger = await whoAmI(two.site, two.stranger);
  if (provenId !== null && owner?.emailVerified && owner.email === two.address && owner.id !== provenId)
    broken.push('the address opens another account');
  if (stranger?.emailVerified && stranger.email === two.address) broken.push('the stranger has the address');
  if (provenId !== null && stranger?.id === provenId) broken.push("the stranger is in the owner's account");
  return broken.map((line) => `${two.address}: ${line} (${two.told.join(', ')})`);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { AccessAnswer } from '../../../billing/access/accessAnswer.ts';
import { payloadOf } from '../../calls/buyerCalls.ts';
import type { Answered, Market } from '../parts/market.ts';

/** News takes a second, and longer on a busy machine. */
const NEWS_WITHIN_MS = 20_000;

/** What an owner's readers know, and how often they asked for it. */
interface Known {
  /** The last row of the feed, or the last answer. */
  row: AccessAnswer | null;
  /** The token's access, and when it ends by the simulated clock. */
  token: { access: AccessAnswer; endsAt: number } | null;
  rows: number;
  feedAsks: number;
  tokenAsks: number;
  /** Passed `endsAt` of GET access: each is one reason to ask. */
  ends: Set<string>;
  /** GET access an hour ago. */
  before: AccessAnswer | null;
}

interface Tally {
  compared: number;
  wrong: string[];
  /** The token said something else than GET access, because news came within its life. */
  stale: number;
  reasons: Set<string>;
}

export interface Readers {
  tally: Tally;
  known: ReadonlyMap<string, Known>;
  /** Reads the feed, and compares both readers of each owner with GET access. */
  compare(): Promise<void>;
}

/** One reader with the feed and one with tokens alone, for each owner, by the reader's rule (`docs/api.md`). */
export function startReaders(market: Market, owners: readonly string[]): Readers {
  const known = new Map<string, Known>(owners.map((owner) => [owner, nothingKnown()]));
  const tally: Tally = { compared: 0, wrong: [], stale: 0, reasons: new Set() };
  let cursor = '';

  /** Resolves to the owners with a new row. */
  async function follow(): Promise<Set<string>> {
    const page = await market.changes(cursor);
    cursor = page.cursor;
    for (const { userId, access } of page.changes) {
      const of = known.get(userId);
      if (of) Object.assign(of, { row: access, rows: of.rows + 1 });
    }
    return new Set(page.changes.map(({ userId }) => userId));
  }

  async function compareOne(owner: string, hasNews: boolean, latest = Date.now() + NEWS_WITHIN_MS): Promise<void> {
    const of = known.get(owner) ?? nothingKnown();
    const answered = await market.access(owner);
    const now = Date.parse(answered.access.asOf);
    const byToken = byTokens(of, answered, now);
    const byFeed = await byRows(of, owner, now);
    const right = withoutTime(answered.access);
    const isSame = isDeepStrictEqual(withoutTime(byFeed), right);
    // Something ended, or news came, between two calls: again.
    if (!isSame && Date.now() < latest) {
      await sleep(100);
      return compareOne(owner, (await follow()).has(owner) || hasNews, latest);
    }
    if (!isSame) tally.wrong.push(described(owner, 'the feed', { said: byFeed, right: answered.access }));
    if (!isDeepStrictEqual(withoutTime(byToken), right)) {
      if (hasNews) tally.stale += 1;
      else tally.wrong.push(described(owner, 'the token', { said: byToken, right: answered.access }));
    }
    tally.compared += 1;
    tally.reasons.add(answered.access.reason);
    const { endsAt } = of.before ?? {};
    if (endsAt && Date.parse(endsAt) <= now) of.ends.add(endsAt);
    of.before = answered.access;
  }

  async function byRows(of: Known, owner: string, now: number): Promise<AccessAnswer> {
    if (of.row && (of.row.endsAt === null || now < Date.parse(of.row.endsAt))) return of.row;
    of.feedAsks += 1;
    of.row = (await market.access(owner)).access;
    return of.row;
  }

  return {
    tally,
    known,
    async compare() {
      const news = await follow();
      await Promise.all(owners.map((owner) => compareOne(owner, news.has(owner))));
    },
  };
}

/** The token's access, until its `exp`; then the new answer's. */
function byTokens(of: Known, { token }: Answered, now: number): AccessAnswer {
  if (of.token && now < of.token.endsAt) return of.token.access;
  of.tokenAsks += 1;
  const { access, iat, exp } = payloadOf<{ access: AccessAnswer; iat: number; exp: number }>(token);
  // A token's times are real, and its access has the simulated clock's.
  of.token = { access, endsAt: Date.parse(access.asOf) + (exp - iat) * 1_000 };
  return access;
}

const nothingKnown = (): Known => ({
  row: null,
  token: null,
  rows: 0,
  feedAsks: 0,
  tokenAsks: 0,
  ends: new Set(),
  before: null,
});

const withoutTime = (access: AccessAnswer) => ({ ...access, asOf: null });

function described(owner: string, reader: string, { said, right }: Record<'said' | 'right', AccessAnswer>): string {
  return `${owner}, ${reader}: ${JSON.stringify(said)}, not ${JSON.stringify(right)}`;
}

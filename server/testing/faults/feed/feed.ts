import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { hashOfKey } from '../../../auth/callers/serviceKeys.ts';
import { ask } from '../../calls/ask.ts';
import { startProxy } from '../outages/proxy.ts';
import { deliverUnderKills } from '../outages/underKills.ts';
import { forEach } from '../parts/deliveries.ts';
import { endedLife, type Life, lifeOf, runningLife } from '../parts/lives.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { settingsFor, startService } from '../parts/service.ts';
import { randomFrom } from '../random.ts';
import type { RunOptions, Scenario } from '../report.ts';
import { missing } from '../upgrades/missing.ts';
import { type FeedReader, startFeedReader, withoutTime } from './feedReader.ts';
import { holdOpen, type OpenWriter } from './openWriter.ts';

const PROCESSES = 3;
const KEYS = { feed: 'key-of-the-feed', web: 'key-of-the-web' };
const SETTINGS = {
  SERVICE_KEYS: `feed:changes:${hashOfKey(KEYS.feed)},web:read:${hashOfKey(KEYS.web)}`,
  // With a foreign login every user id is accepted: this scenario has no accounts.
  AUTH_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
};

/** Promise 22. */
export const feed: Scenario = {
  name: 'the feed loses nothing',
  promise:
    'over 10,000 events by 3 processes, with 10 kill -9 and a transaction that is open for a minute, a program that reads only the feed gets every access and never waits for a writer',
  async run({ seed, short }: RunOptions) {
    const random = randomFrom(seed);
    const lives = livesOf(short ? 40 : 2_000);
    const facts = random.shuffle(lives.flatMap((life) => life.facts));
    const postgres = await startDurablePostgres();
    const databaseUrl = await postgres.createDatabase();
    const settings = { ...settingsFor(databaseUrl), ...SETTINGS };
    const services = [await startService(settings)];
    const others = Array.from({ length: PROCESSES - 1 }, () => startService(settings));
    services.push(...(await Promise.all(others)));
    const proxy = await startProxy(services.map((service) => service.url));
    const reader = startFeedReader(proxy.url, KEYS.feed, randomFrom(seed + 1));
    try {
      const kills = short ? 1 : 10;
      const { known } = reader;
      const writing = holdOpen({ databaseUrl, url: proxy.url, known, seconds: short ? 3 : 60 });
      const [seen, writer] = await Promise.all([
        deliverUnderKills({ facts, url: proxy.url, services, kills, random }),
        writing,
      ]);
      const broken = [...(await reader.finish()), ...writer.broken, ...(await missing(databaseUrl, seen.accepted))];
      broken.push(...(await wronglyKnown(proxy.url, reader, await ownersIn(databaseUrl))));
      return { figures: { ...figuresOf(reader, writer), events: facts.length, kills }, broken };
    } finally {
      await reader.finish();
      await proxy.close();
      await Promise.all(services.map((service) => service.remove()));
      await postgres.remove();
    }
  },
};

function livesOf(count: number): Life[] {
  const startsAt = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  return Array.from({ length: count }, (_, index) =>
    lifeOf({ name: `feed${index}`, steps: index % 2 ? endedLife : runningLife, startsAt, apart: 60_000 }),
  );
}

function figuresOf(reader: FeedReader, { probes, slowestMs, openSeconds }: OpenWriter) {
  const writer = { 'writer open, s': openSeconds, 'heard meanwhile': probes, 'slowest, ms': Math.round(slowestMs) };
  return { ...writer, ...reader.figures(), owners: reader.known.size };
}

async function ownersIn(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ userId: string }>('SELECT DISTINCT "userId" FROM subscription');
  await client.end();
  return rows.map(({ userId }) => userId);
}

/** Compares the access that the feed's reader has with the service's answers; returns the differences. */
async function wronglyKnown(url: string, { known }: FeedReader, owners: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  await forEach(owners, 20, async (userId) => {
    const headers = { authorization: `Bearer ${KEYS.web}`, 'x-user-id': userId };
    const { status, text } = await ask(`${url}/api/payments/access`, { headers });
    const answered = status === 200 ? withoutTime(JSON.parse(text).access) : text;
    const held = known.get(userId);
    if (!isDeepStrictEqual(held, answered))
      wrong.push(`${userId}: known ${JSON.stringify(held)}, answered ${JSON.stringify(answered)}`);
  });
  return wrong;
}

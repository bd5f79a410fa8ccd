import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { eventTypes } from '../../../adapters/adapter.ts';
import { packageRoot } from '../../../settings/packageRoot.ts';
import type { Answer } from '../../calls/ask.ts';
import { type Provider, providers } from '../../events/wire.ts';
import { forEach, isAccepted, messageOf, post, sign } from '../parts/deliveries.ts';
import { lifeOf } from '../parts/lives.ts';
import { startDurablePostgres } from '../parts/postgres.ts';
import { settingsFor, startService } from '../parts/service.ts';
import { type Random, randomFrom } from '../random.ts';
import { quantile, type Report, type Scenario } from '../report.ts';
import { nastyBodies, nastyValues, wrongTypes } from './nasty.ts';

const AT_ONCE = 8;
const ANSWER_WITHIN_MS = 2_000;

interface Case {
  provider: Provider;
  id: string;
  /** Describes what is wrong with the body. */
  what: string;
  body: string | Buffer;
  /** The correct statuses. */
  may: number[];
}

export const badBodies: Scenario = {
  name: 'bad bodies',
  promise: 'no crash, hang or stack trace, and no 5xx except the spec’s 500 for an unusable event of a known type',
  async run({ seed, short }) {
    const random = randomFrom(seed);
    const cases = random.shuffle(providers.flatMap((provider) => casesOf(provider, short ? 150 : 2_000, random)));
    const postgres = await startDurablePostgres();
    const databaseUrl = await postgres.createDatabase();
    const service = await startService(settingsFor(databaseUrl));
    const { pid } = service;
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    const report: Report = { figures: {}, broken: [] };
    try {
      const answers = new Map<Case, Answer>();
      await forEach(cases, AT_ONCE, async (bad) => {
        answers.set(bad, await post(service.webhookUrl, sign(bad.provider, bad.body, bad.id)));
      });
      judge(answers, report);
      await checkLedger(pool, answers, report);
      if (!service.isAlive() || service.pid !== pid) report.broken.push('the process died');
      const unexpected =
        service.output().match(/"(TypeError|RangeError|ReferenceError|SyntaxError)"[^\n]{0,300}/g) ?? [];
      for (const line of new Set(unexpected)) report.broken.push(`logged: ${line}`);
      const good = lifeOf({ name: 'good', steps: [['created', {}]], startsAt: Date.now(), apart: 0 }).facts;
      for (const fact of good)
        if (!isAccepted(await post(service.webhookUrl, messageOf('alpha', fact))))
          report.broken.push('a valid event was refused afterwards');
      return report;
    } finally {
      await pool.end();
      await service.remove();
      await postgres.remove();
    }
  },
};

function casesOf(provider: Provider, most: number, random: Random): Case[] {
  const whole = nastyBodies.map((body, index): Case => {
    const may = isJson(body) ? [200] : Buffer.from(body).includes('\ufeff') ? [200, 400] : [400];
    return { provider, id: `evt_whole_${provider}_${index}`, what: `whole body ${index}`, body, may };
  });
  return [...whole, ...mutations(provider, random).slice(0, most)];
}

function isJson(body: string | Buffer): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(body)));
    return true;
  } catch {
    return false;
  }
}

type Path = readonly (string | number)[];

/** Every field of every fixture with values of wrong types and with nasty values. */
function mutations(provider: Provider, random: Random): Case[] {
  const folder = join(packageRoot(), 'server/adapters', provider, 'fixtures');
  const fixtures = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const fields = new Map<string, { fixture: unknown; path: Path }>();
  for (const file of random.shuffle(fixtures)) {
    const fixture: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const type = String(Object(fixture).type ?? Object(fixture).eventType);
    for (const path of pathsOf(fixture)) fields.set(`${type.split('.')[0]} ${path.join('.')}`, { fixture, path });
  }
  let made = 0;
  const change = ([name, { fixture, path }]: [string, { fixture: unknown; path: Path }], value: string): Case => {
    made += 1;
    const id = `evt_bad_${provider}_${made}`;
    const own = { ...Object(renamed(fixture, `_${made}`)), ...(provider === 'gamma' ? {} : { id }) };
    const body = withValue(own, path, value);
    const may = decides(provider, path) ? [200, 500] : [200];
    return { provider, id, what: `${name} = ${value.slice(0, 60)}`, body, may };
  };
  const all = random.shuffle([...fields]);
  return random.shuffle([
    ...all.map((field) => change(field, random.pick(wrongTypes))),
    ...all.flatMap((field) => [0, 1].map(() => change(field, random.pick(nastyValues)))),
    ...all.flatMap((field) => wrongTypes.map((value) => change(field, value))),
  ]);
}

const recordNames = new Set(['customer', 'customer_id', 'subscription', 'subscription_id', 'object', 'data', 'order']);

/** A copy with ids of its own: events about shared records would mostly be stale. */
function renamed(value: unknown, suffix: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, suffix));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, entry]) => {
    if (!recordNames.has(name)) return [name, renamed(entry, suffix)];
    if (typeof entry === 'string') return [name, name === 'object' ? entry : `${entry}${suffix}`];
    const inner = Object(renamed(entry, suffix));
    return [name, typeof inner.id === 'string' ? { ...inner, id: `${inner.id}${suffix}` } : inner];
  });
  return Object.fromEntries(entries);
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [path] : [];
  const inner = Object.entries(value).flatMap(([key, entry]) => pathsOf(entry, [...path, key]));
  return path.length > 0 ? [path, ...inner] : inner;
}

const MARK = '@@here@@';

/** The JSON with the field replaced by the value's text: JSON.stringify can't produce all such texts. */
function withValue(source: unknown, path: Path, value: string): string {
  const copy: unknown = structuredClone(source);
  const parent = path.slice(0, -1).reduce((node, key) => Object(node)[key], copy);
  Object(parent)[path.at(-1) ?? ''] = MARK;
  return JSON.stringify(copy).replace(JSON.stringify(MARK), () => value);
}

/** The fields that an event of a known type needs: they name its type, its kind and its record. */
const deciding: Record<Provider, string[]> = {
  alpha: ['type', 'data.object.id', 'data.object.subscription', 'data.object.mode', 'data.object.payment_intent'],
  beta: ['eventType', 'object.id', 'object.order.id', 'object.order.type', 'object.order.status', 'object.object'],
  gamma: ['type', 'data.id', 'data.status'],
};

function decides(provider: Provider, path: Path): boolean {
  const name = path.join('.');
  return deciding[provider].some((field) => field === name || field.startsWith(`${name}.`));
}

const specTexts = new Set(eventTypes.map((type) => JSON.stringify({ error: `Failed to process ${type} event` })));

function judge(answers: ReadonlyMap<Case, Answer>, { figures, broken }: Report): void {
  for (const [{ provider, what, may }, { status, text, ms }] of answers) {
    const complain = (problem: string) => broken.push(`${provider} ${what}: ${problem}`);
    if (status === null || !may.includes(status)) complain(`answered ${status} ${text.slice(0, 200)}`);
    if (status === 500 && !specTexts.has(text)) complain(`500 says ${text.slice(0, 200)}`);
    if (status === 400 && text !== '{"error":"Invalid JSON"}') complain(`400 says ${text.slice(0, 200)}`);
    if (/\bat .*:\d+:\d+|node_modules|\.ts:\d/.test(text)) complain(`shows a stack: ${text.slice(0, 200)}`);
    if (ms > ANSWER_WITHIN_MS) complain(`took ${Math.round(ms)} ms`);
  }
  figures.bodies = answers.size;
  figures.answers = tally([...answers.values()].map(({ status }) => `${status}`));
  figures['slowest ms'] = quantile(
    [...answers.values()].map(({ ms }) => ms),
    1,
  );
}

/** Checks that the ledger has events answered 500 as failed and events answered 200 with another outcome. */
async function checkLedger(pool: pg.Pool, answers: ReadonlyMap<Case, Answer>, { figures, broken }: Report) {
  const { rows } = await pool.query<{ eventId: string; outcome: string }>(
    'SELECT "eventId", outcome FROM webhook_event',
  );
  const outcomes = new Map(rows.map(({ eventId, outcome }) => [eventId, outcome]));
  for (const [{ provider, id, what }, { status }] of answers) {
    const outcome = outcomes.get(id);
    if (status === 500 && outcome !== 'failed') broken.push(`${provider} ${what}: answered 500, kept as ${outcome}`);
    if (status === 200 && outcome === 'failed') broken.push(`${provider} ${what}: answered 200, kept as failed`);
  }
  figures.ledger = tally(rows.map(({ outcome }) => outcome));
}

function tally(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, times]) => `${times} x ${word}`).join(', ');
}

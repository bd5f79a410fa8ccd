import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { packageRoot } from './settings/packageRoot.ts';
import { ask } from './testing/calls/ask.ts';
import { databaseUrl, runSql } from './testing/database/database.ts';
import type { Fact } from './testing/events/wire.ts';
import { forEach, isAccepted, messageOf, post } from './testing/faults/parts/deliveries.ts';
import { differences, endedLife, lifeOf, runningLife } from './testing/faults/parts/lives.ts';
import { type ServiceProcess, settingsFor, startService } from './testing/faults/parts/service.ts';
import { signUp } from './testing/faults/parts/visitor.ts';
import { randomFrom } from './testing/faults/random.ts';

/** What an adopter does: the newest release runs, this version starts beside it on its database, and replaces it. */

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: packageRoot(), maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] });

/** By its commit, since a checkout may lack tags; null: this one has no history that reaches it. */
function newestRelease(): { commit: string; name: string } | null {
  try {
    const told = git('log', '-1', '--grep=^chore: release ', '--format=%H%n%s').toString();
    const [commit = '', name = ''] = told.split('\n');
    return commit === '' ? null : { commit, name: name.replace('chore: release ', '') };
  } catch {
    return null;
  }
}
const newest = newestRelease();

/** The release's server, built from its own sources with the packages of today. @returns node's arguments for it. */
async function buildRelease(commit: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const archive = git('archive', commit, 'server', 'prisma', '.config', 'package.json', 'tsconfig.json');
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'), 'junction');
  execFileSync(process.execPath, [join(folder, 'prisma/generate.mjs')], { cwd: folder });
  const { serverBundle } = await import(pathToFileURL(join(folder, '.config/serverBundle.mjs')).href);
  await build({ ...serverBundle(folder), logLevel: 'error' });
  return [join(folder, 'dist/server/main.js')];
}

const seed = Date.now() & 0x7fffffff;

const replaced = `${newest?.name ?? 'The newest release'} is replaced by this version, one process after the other (seed ${seed})`;
test.runIf(newest)(
  replaced,
  async () => {
    const random = randomFrom(seed);
    const server = inject('databaseServerUrl') ?? '';
    const name = `upgrade_${seed}`;
    await runSql(server, `CREATE DATABASE ${name}`);
    onTestFinished(() => runSql(server, `DROP DATABASE ${name} WITH (FORCE)`));
    const settings = settingsFor(databaseUrl(server, name));
    const running: ServiceProcess[] = [];
    onTestFinished(() => Promise.all(running.map((each) => each.remove())).then(() => {}));

    const startsAt = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;
    const lives = Array.from({ length: 40 }, (_, index) =>
      lifeOf({ name: `up${index}`, steps: index % 2 ? endedLife : runningLife, startsAt, apart: 60_000 }),
    );
    const facts = random.shuffle(lives.flatMap((life) => life.facts));
    const refused: string[] = [];
    const deliver = (some: Fact[]) =>
      forEach(some, 8, async (fact) => {
        const answer = await post(random.pick(running).webhookUrl, messageOf('alpha', fact));
        if (!isAccepted(answer)) refused.push(`${fact.id}: ${answer.status} ${answer.text}`);
      });

    running.push(await startService(settings, await buildRelease(newest?.commit ?? '')));
    const visitor = await signUp(running[0] as ServiceProcess, 'upgrading');
    const third = Math.ceil(facts.length / 3);
    await deliver(facts.slice(0, third));
    const [next] = await Promise.all([startService(settings), deliver(facts.slice(third, third + 20))]);
    running.push(next);
    await deliver(facts.slice(third + 20, 2 * third));
    for (const { url } of running)
      for (const path of ['/api/health/ready', '/api/payments/subscription', '/api/payments/access'])
        expect([path, (await ask(url + path, { headers: { cookie: visitor.cookie } })).status]).toEqual([path, 200]);
    await running.shift()?.stop();
    await deliver(facts.slice(2 * third));

    expect(refused).toEqual([]);
    const pool = new pg.Pool({ connectionString: settings.DATABASE_URL, max: 1 });
    onTestFinished(() => pool.end());
    expect(await differences(pool, 'alpha', lives)).toEqual([]);
  },
  240_000,
);

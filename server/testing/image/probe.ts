import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../http/freePort.ts';
import { runSql } from '../database/database.ts';
import { messageOf, post } from '../faults/parts/deliveries.ts';
import { lifeOf } from '../faults/parts/lives.ts';
import { childEnvironment, type Environment, settingsFor } from '../faults/parts/service.ts';

/** The server's command, folder and environment (in addition to the service's own settings). */
export interface Start {
  command: string[];
  cwd: string;
  environment: Environment;
  /** The URL of an empty database, for its owner. */
  databaseUrl: string;
  /** A command that exits with 0 while the server is healthy. */
  healthCheck?: string[];
}

const PATIENCE_MS = 20_000;
const MOST_STOP_MS = 10_000;

/**
 * Migrates as the README describes, starts the server as an unprivileged system and database user, sends requests of
 * users and providers, and stops it. Resolves to the problems.
 */
export async function probe({ command, cwd, environment, databaseUrl, healthCheck }: Start): Promise<string[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const migrated = migrate({ cwd, environment, databaseUrl });
  if (migrated) return [migrated];
  const env = childEnvironment({
    ...settingsFor(await createServingRole(databaseUrl)),
    ...environment,
    PORT: `${port}`,
    BASE_URL: url,
  });
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, { cwd, env, ...unprivileged(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const isHealthy = () => {
    const [tool = '', ...rest] = healthCheck ?? [];
    return spawnSync(tool, rest, { cwd, env, ...unprivileged() }).status === 0;
  };
  const giveUpAt = Date.now() + PATIENCE_MS;
  while (!output.includes('Ready:') && child.exitCode === null && Date.now() < giveUpAt) await sleep(20);
  if (!output.includes('Ready:')) {
    child.kill('SIGKILL');
    return [`the server did not start: ${output}`];
  }
  const broken = await ask(url);
  if (healthCheck && !isHealthy()) broken.push('the health check fails');
  broken.push(...(await stop(child)));
  if (healthCheck && isHealthy()) broken.push('the health check succeeds when the server is stopped');
  return broken;
}

/** Migrates in a separate step with only the database set. Returns the problem, if any. */
function migrate({ cwd, environment, databaseUrl }: Omit<Start, 'command'>): string | undefined {
  const env = childEnvironment({ ...environment, DATABASE_URL: databaseUrl, HOME: '/tmp' });
  const run = spawnSync('npm', ['run', 'db:migrate'], { cwd, env, ...unprivileged(), encoding: 'utf8' });
  const applied = run.status === 0 && run.stdout.includes('Applied migration ');
  return applied ? undefined : `npm run db:migrate ended with ${run.status}: ${run.stdout}${run.stderr}`;
}

/**
 * Creates a role that can read and write, and alter only the table that a job partitions. Resolves to its database URL.
 */
async function createServingRole(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const role = `serving ${url.pathname.slice(1)}`;
  const rights = 'SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public';
  await runSql(
    databaseUrl,
    `CREATE ROLE "${role}" LOGIN PASSWORD 'serving'; GRANT ${rights} TO "${role}";
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO "${role}"; GRANT CREATE ON SCHEMA public TO "${role}";
      ALTER TABLE webhook_event_body OWNER TO "${role}"`,
  );
  return Object.assign(url, { username: role, password: 'serving' }).href;
}

/** The same user id as the image's `node`. */
function unprivileged(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
}

async function ask(url: string): Promise<string[]> {
  const page = await fetch(url);
  const [fact] = lifeOf({ name: 'image', steps: [['created', {}]], startsAt: Date.now() - 60_000, apart: 0 }).facts;
  const delivery = fact && (await post(`${url}/api/webhooks/payments`, messageOf('alpha', fact)));
  const statuses = {
    page: page.status,
    script: (await fetch(new URL(/src="(\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? '/none', url))).status,
    ready: (await fetch(`${url}/api/health/ready`)).status,
    webhook: delivery?.status ?? 0,
  };
  return Object.entries(statuses).flatMap(([name, status]) =>
    status === 200 ? [] : [`${name} was answered ${status}`],
  );
}

async function stop(child: ChildProcess): Promise<string[]> {
  const begun = Date.now();
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill('SIGTERM');
  const code = await ended;
  const took = Date.now() - begun;
  return code === 0 && took < MOST_STOP_MS ? [] : [`SIGTERM ended it with ${code} after ${took} ms`];
}

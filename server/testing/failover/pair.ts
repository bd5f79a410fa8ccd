import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../database/embedded/freePort.ts';
import { ask } from '../calls/ask.ts';
import { runSql } from '../database/database.ts';
import { until } from '../run/until.ts';
import { debianAccount, debianPrograms } from './account.ts';
import { type Haproxy, startHaproxy } from './haproxy.ts';
import { createServer, PASSWORD, type Place, type Server } from './patroni.ts';
import { type RunningProgram, runProgram } from './program.ts';

const PATIENCE_MS = 180_000;
const ROLE = 'service';

/** A primary and its standby under Patroni and etcd, behind haproxy. */
export interface Pair {
  /** Of the service's role, through haproxy. */
  databaseUrl: string;
  haproxy(): Haproxy;
  /** Starts haproxy anew. */
  front(leavesConnections: boolean): Promise<void>;
  primary(): Promise<Server>;
  standby(): Promise<Server>;
  /** Until the standby follows, as the mode asks. */
  untilPaired(): Promise<void>;
  setSynchronous(on: boolean): Promise<void>;
  /** Makes the standby the primary, as planned. */
  switchOver(): Promise<void>;
  remove(): Promise<void>;
}

interface Member {
  name: string;
  role: string;
  state: string;
}

export async function startPair(): Promise<Pair> {
  const folder = mkdtempSync(join(tmpdir(), 'failover-'));
  const account = debianAccount();
  chmodSync(folder, 0o755);
  if (account) chownSync(folder, account.uid, account.gid);
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const etcd = startEtcd(folder, etcdPort, peerPort);
  const place: Place = { folder, account, etcd: `127.0.0.1:${etcdPort}`, programs: debianPrograms() };
  const servers: [Server, Server] = [await createServer('one', place), await createServer('two', place)];
  if (account) for (const { name } of servers) chownSync(join(folder, name), account.uid, account.gid);
  let haproxy: Haproxy | undefined;
  let isSynchronous = true;

  async function remove(): Promise<void> {
    await haproxy?.stop();
    for (const server of servers) {
      server.thaw();
      await server.kill();
    }
    await etcd.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  async function roleOf(isWanted: (server: Server) => Promise<boolean>, what: string): Promise<Server> {
    let found: Server | undefined;
    await until(
      what,
      async () => {
        for (const server of servers) if (await isWanted(server)) found = server;
        return found;
      },
      PATIENCE_MS,
    );
    return found as Server;
  }
  const primary = () => roleOf((server) => server.isPrimary(), 'a server is the primary');

  async function membersOf({ api }: Server): Promise<Member[]> {
    const { status, text } = await ask(`${api}/cluster`);
    return status === 200 ? (JSON.parse(text) as { members: Member[] }).members : [];
  }

  async function untilPaired(): Promise<void> {
    const role = isSynchronous ? 'sync_standby' : 'replica';
    const isFollowing = async (server: Server) =>
      (await server.isPrimary()) &&
      (await membersOf(server)).some((member) => member.role === role && /running|streaming/.test(member.state));
    await roleOf(isFollowing, `a ${role} follows`).catch((error) => {
      throw new Error(`${error.message}\n${servers.map((server) => server.output()).join('\n---\n')}`);
    });
  }

  async function front(leavesConnections: boolean): Promise<void> {
    await haproxy?.stop();
    haproxy = startHaproxy({ folder, port, servers, leavesConnections });
    await until('haproxy leads to the primary', () => answers(databaseUrl), PATIENCE_MS);
  }

  const databaseUrl = `postgresql://${ROLE}:${PASSWORD}@127.0.0.1:${port}/billing`;
  try {
    servers[0].start();
    const first = await primary();
    servers[1].start();
    await until('the primary takes writes', () => answers(first.url), PATIENCE_MS);
    await runSql(first.url, `CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD}'`);
    await runSql(first.url, `CREATE DATABASE billing OWNER ${ROLE}`);
    await front(false);
    await untilPaired();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    databaseUrl,
    haproxy: () => haproxy as Haproxy,
    front,
    primary,
    standby: () => roleOf(async (server) => !(await server.isPrimary()), 'a server is the standby'),
    untilPaired,
    async setSynchronous(on) {
      isSynchronous = on;
      await call('PATCH', `${(await primary()).api}/config`, { synchronous_mode: on });
      await untilPaired();
    },
    async switchOver() {
      const leader = await primary();
      const candidate = servers.find((server) => server !== leader) as Server;
      await call('POST', `${leader.api}/switchover`, { leader: leader.name, candidate: candidate.name });
    },
    remove,
  };
}

function startEtcd(folder: string, port: number, peerPort: number): RunningProgram {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const own = { 'listen-client-urls': client, 'advertise-client-urls': client, 'listen-peer-urls': peer };
  const settings = { ...own, 'initial-advertise-peer-urls': peer, 'initial-cluster': `default=${peer}` };
  const args = Object.entries({ ...settings, 'data-dir': join(folder, 'etcd') }).map(
    ([name, value]) => `--${name}=${value}`,
  );
  return runProgram('etcd', args, undefined);
}

async function call(method: 'PATCH' | 'POST', url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { status, text } = await ask(url, { method, headers, body: JSON.stringify(body) });
  if (status === null || status >= 300) throw new Error(`Patroni answered ${url} with ${status}: ${text}`);
}

const answers = (url: string) =>
  runSql(url, 'SELECT 1').then(
    () => true,
    () => false,
  );

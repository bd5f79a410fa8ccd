import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../../database/embedded/account.ts';
import { freePort } from '../../database/embedded/freePort.ts';
import { ask } from '../calls/ask.ts';
import { childrenOf } from '../load/processor.ts';
import { adapt, blockOf } from '../proxies/pages.ts';
import { type RunningProgram, runProgram } from './program.ts';

const PAGE = 'server/docs/operate.md';
export const PASSWORD = 'for-the-pair-0123456789';

export interface Place {
  /** Everything of the pair is kept here. */
  folder: string;
  account: Account;
  /** host:port. */
  etcd: string;
  programs: string;
}

/** A PostgreSQL server and the Patroni that keeps it: together they are one host. */
export interface Server {
  name: string;
  port: number;
  apiPort: number;
  api: string;
  /** Of its superuser, past haproxy. */
  url: string;
  start(): void;
  isPrimary(): Promise<boolean>;
  /** kill -9 of everything on this host. */
  kill(): Promise<void>;
  /** The host stops without a word: its connections stay open. */
  freeze(): void;
  thaw(): void;
  /** Ends what receives the primary's WAL, on a standby: it falls behind. */
  endReceiver(): void;
  output(): string;
}

/** As the page has it, with this machine's addresses. */
function writeSettings(name: string, { folder, etcd, programs }: Place, ports: [number, number]): string {
  const [port, apiPort] = ports;
  const lines = adapt(blockOf(PAGE, 'yaml'), {
    'name: one': `name: ${name}`,
    '10.0.0.21:2379,10.0.0.22:2379,10.0.0.23:2379': etcd,
    '10.0.0.11:8008': `127.0.0.1:${apiPort}`,
    '10.0.0.11:5432': `127.0.0.1:${port}`,
    '10.0.0.0/24': '127.0.0.0/8',
    '/usr/lib/postgresql/15/bin': programs,
    '/var/lib/postgresql/15/billing': join(folder, name, 'data'),
    SUPERUSER_PASSWORD: PASSWORD,
    REPLICATION_PASSWORD: PASSWORD,
  });
  const path = join(folder, `${name}.yml`);
  const sockets = `  parameters: { unix_socket_directories: '' }\n  pgpass: ${join(folder, name, 'pgpass')}\n`;
  writeFileSync(
    path,
    lines.replace(/^postgresql:\n/m, (line) => line + sockets),
    { mode: 0o644 },
  );
  return path;
}

export async function createServer(name: string, place: Place): Promise<Server> {
  const [port, apiPort] = [await freePort(), await freePort()];
  const home = join(place.folder, name);
  mkdirSync(home);
  const settings = writeSettings(name, place, [port, apiPort]);
  const api = `http://127.0.0.1:${apiPort}`;
  let patroni: RunningProgram | undefined;

  const postmaster = () => Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  /** The postmaster first: it must not notice that its children stop. */
  function family(): number[] {
    try {
      return [postmaster(), ...childrenOf(postmaster())];
    } catch {
      return [];
    }
  }
  const signalAll = (pids: readonly number[], signal: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  return {
    name,
    port,
    apiPort,
    api,
    url: `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    output: () => patroni?.output() ?? '',
    start() {
      patroni = runProgram('patroni', [settings], place.account);
    },
    isPrimary: async () => (await ask(`${api}/primary`)).status === 200,
    async kill() {
      const pids = family();
      await patroni?.kill();
      signalAll(pids, 'SIGKILL');
    },
    freeze() {
      patroni?.signal('SIGSTOP');
      signalAll(family(), 'SIGSTOP');
    },
    thaw() {
      signalAll(family().reverse(), 'SIGCONT');
      patroni?.signal('SIGCONT');
    },
    endReceiver() {
      signalAll(family().filter(receives), 'SIGTERM');
    },
  };
}

function receives(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walreceiver');
  } catch {
    return false;
  }
}

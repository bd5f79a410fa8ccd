import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { adapt, blockOf } from '../proxies/pages.ts';
import type { Server } from './patroni.ts';
import { type RunningProgram, runProgram } from './program.ts';

const PAGE = 'server/docs/operate.md';
const CUTS = ' on-marked-down shutdown-sessions';

interface Front {
  folder: string;
  port: number;
  servers: readonly [Server, Server];
  /** As an address that only moves: open connections are left where they lead. */
  leavesConnections: boolean;
}

/** The haproxy before the pair. */
export interface Haproxy {
  /** Leads to this server whatever it is, and cuts the connections to the other one. */
  leadTo(server: Server): Promise<void>;
  /** Leads to the primary again, and cuts nothing. */
  leadToPrimary(): Promise<void>;
  stop(): Promise<void>;
}

export function startHaproxy({ folder, port, servers: [one, two], leavesConnections }: Front): Haproxy {
  const socket = join(folder, 'haproxy.sock');
  const lines = adapt(blockOf(PAGE, 'haproxy'), {
    'bind 10.0.0.30:5432': `bind 127.0.0.1:${port}`,
    'one 10.0.0.11:5432 check port 8008': `one 127.0.0.1:${one.port} check port ${one.apiPort}`,
    'two 10.0.0.12:5432 check port 8008': `two 127.0.0.1:${two.port} check port ${two.apiPort}`,
    [CUTS]: leavesConnections ? '' : CUTS,
  });
  const path = join(folder, 'haproxy.cfg');
  writeFileSync(path, `global\n  stats socket ${socket} level admin\n\n${lines}`);
  const program: RunningProgram = runProgram('haproxy', ['-db', '-f', path], undefined);
  const nameOf = (server: Server) => `billing_database/${server.name}`;
  const others = (server: Server) => [one, two].filter((other) => other !== server);
  return {
    async leadTo(server) {
      for (const each of [one, two]) await command(socket, `disable health ${nameOf(each)}`);
      await command(socket, `set server ${nameOf(server)} health up`);
      for (const other of others(server)) {
        await command(socket, `set server ${nameOf(other)} health down`);
        await command(socket, `shutdown sessions server ${nameOf(other)}`);
      }
    },
    async leadToPrimary() {
      const isFirst = await one.isPrimary();
      const [primary, standby] = isFirst ? [one, two] : [two, one];
      await command(socket, `set server ${nameOf(primary)} health up`);
      await command(socket, `set server ${nameOf(standby)} health down`);
      for (const each of [one, two]) await command(socket, `enable health ${nameOf(each)}`);
    },
    stop: program.kill,
  };
}

async function command(path: string, line: string): Promise<void> {
  const socket = createConnection(path);
  let said = '';
  socket.on('data', (chunk) => (said += chunk));
  socket.end(`${line}\n`);
  await once(socket, 'close');
  if (said.trim()) throw new Error(`haproxy answered "${line}" with: ${said.trim()}`);
}

import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 20;
const PATIENCE_MS = 120_000;

/**
 * Runs `work` while no other process of this machine holds the lock of that name. The lock is a listening local
 * socket, so that the system frees it when its process dies, however it dies. The signal ends the waiting for it.
 */
export async function withLock<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const holder = await acquire(lockAddress(name), signal);
  try {
    return await work();
  } finally {
    await new Promise((done) => holder.close(done));
  }
}

async function acquire(address: string, signal?: AbortSignal): Promise<Server> {
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    const server = await listen(address);
    if (server) return server;
    if (Date.now() > deadline) throw new Error('Another process has been starting the embedded database for too long');
    if (address.startsWith(tmpdir())) await removeIfAbandoned(address);
    await sleep(RETRY_MS, undefined, { signal });
  }
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}

/** Linux and Windows have socket names without a file; elsewhere the file of a dead process stays. */
function lockAddress(name: string): string {
  const id = `subscription-payments-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${id}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${id}`;
  return join(tmpdir(), `${id}.lock`);
}

function removeIfAbandoned(address: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(address, () => socket.destroy());
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') rm(address, { force: true }).then(resolve, resolve);
      else resolve();
    });
    socket.once('close', () => resolve());
  });
}

import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Locks the folder until the lock is released or the process ends for any reason: the lock is a listening local socket,
 * which answers every connection with its process id. Rejects when another process holds the lock.
 * @returns a function that releases the lock.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true });
  const address = addressOf(folder);
  const server = (await listen(address)) ?? (await takeOver(address));
  if (!server) {
    const holder = await askHolder(address);
    throw new Error(
      `Another sandbox works in ${folder} (process ${holder ?? 'unknown'}): stop it, or use another folder`,
    );
  }
  return () => new Promise((done) => server.close(() => done()));
}

/** Linux and Windows support socket names without a file. */
function addressOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  const id = `sandbox-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${id}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${id}` : join(tmpdir(), `${id}.lock`);
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => {}).end(`${process.pid}`));
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => resolve(server.unref()));
  });
}

/** A socket file remains after its process has ended. */
async function takeOver(address: string): Promise<Server | undefined> {
  if (!address.startsWith(tmpdir()) || (await askHolder(address)) !== undefined) return undefined;
  rmSync(address, { force: true });
  return listen(address);
}

/** The process id of the lock's holder; undefined: nobody holds it. */
function askHolder(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(address);
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('error', () => resolve(undefined)).on('end', () => resolve(answer));
  });
}

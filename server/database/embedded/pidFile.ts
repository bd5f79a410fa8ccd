import { execFile } from 'node:child_process';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** What PostgreSQL writes about itself into its data folder. */
interface PidFile {
  pid: number;
  port: number;
  status: string;
}

const POLL_MS = 10;
/** Recovery after a crash replays what was written since the last checkpoint. */
const RECOVERY_MS = 300_000;

async function readPidFile(folder: string): Promise<PidFile | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), status: lines[7] ?? '' } : undefined;
}

/** The process id of the server that runs on this data folder, if one does. */
export async function findPostmaster(folder: string): Promise<number | undefined> {
  const file = await readPidFile(folder);
  return file && (await isPostmasterOf(file.pid, folder)) ? file.pid : undefined;
}

/** The port of that server as soon as it takes connections; undefined when it ends instead. Rejects on the signal. */
export async function waitUntilReady(folder: string, pid: number, signal?: AbortSignal): Promise<number | undefined> {
  const deadline = Date.now() + RECOVERY_MS;
  while (await isPostmasterOf(pid, folder)) {
    const file = await readPidFile(folder);
    if (file?.pid === pid && file.status === 'ready') return file.port;
    if (Date.now() > deadline) throw new Error(`The PostgreSQL on ${folder} (process ${pid}) does not become ready`);
    await sleep(POLL_MS, undefined, { signal });
  }
  return undefined;
}

/**
 * After a crash the file may name a process id that another program has by now, and PostgreSQL would refuse to start.
 * It passes over its parent's id, so ours goes in; the other lines stay, by which it looks for survivors of the crash.
 */
export async function disownPidFile(folder: string): Promise<void> {
  const path = join(folder, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0 && isAlive(pid)) || (await isPostmasterOf(pid, folder))) return;
  const { uid, gid } = await stat(folder);
  await writeFile(`${path}.new`, text.replace(/^.*/, String(process.pid)), { mode: 0o600 });
  await chown(`${path}.new`, uid, gid);
  await rename(`${path}.new`, path);
}

async function isPostmasterOf(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await commandLine(pid);
  return command === undefined || (/postgres/.test(command) && command.includes(folder));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Empty for a process that has ended; undefined where the system doesn't tell. */
async function commandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

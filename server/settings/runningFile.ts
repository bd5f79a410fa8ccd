import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The addresses of a running service, for the commands that call it. */
export interface Running {
  url: string;
  sandboxUrl: string | null;
  pid: number;
}

const fileIn = (dataDir: string) => join(dataDir, 'running.json');

export function writeRunning(dataDir: string, running: Running): void {
  writeFileSync(fileIn(dataDir), JSON.stringify(running));
}

export function removeRunning(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/** null: no service is running with this data folder. */
export function readRunning(dataDir: string): Running | null {
  try {
    const running = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Running;
    process.kill(running.pid, 0);
    return running;
  } catch {
    return null;
  }
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../calls/ask.ts';
import { findProgram } from '../run/debian.ts';

/** A proxy's port, its upstreams and its folder. */
export interface Place {
  port: number;
  /** host:port of the two processes. */
  upstreams: [string, string];
  folder: string;
  /** PEM files. */
  certificate: string;
  key: string;
  /** The address ranges of another proxy in front of it. */
  trusted?: string;
}

export interface Launch {
  args: string[];
  environment?: Record<string, string>;
}

export interface ProxyKind {
  name: string;
  program: string;
  /** Writes its configuration, based on the documentation. */
  configure(place: Place): Launch;
}

export interface RunningProxy {
  url: string;
  stop(): Promise<void>;
}

const PATIENCE_MS = 10_000;

export async function startProxy({ name, program, configure }: ProxyKind, place: Place): Promise<RunningProxy> {
  const { args, environment = {} } = configure(place);
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: place.folder, ...environment };
  const child = spawn(findProgram(program) ?? program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const giveUpAt = Date.now() + PATIENCE_MS;
  const url = `https://127.0.0.1:${place.port}`;
  // Caddy creates its certificate after it has started to listen.
  while ((await ask(`${url}/api/health/live`)).status !== 200) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      await end(child);
      throw new Error(`${name} did not start: ${output}`);
    }
    await sleep(50);
  }
  return { url, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await ended;
  clearTimeout(late);
}

/** Creates a self-signed certificate for 127.0.0.1. */
export function makeCertificate(folder: string): Pick<Place, 'certificate' | 'key'> {
  const [certificate, key] = [join(folder, 'billing.crt'), join(folder, 'billing.key')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', '-days', '1', ...curve, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  return { certificate, key };
}

export function write({ folder }: Place, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandboxApp } from './app.ts';
import { Company } from './core/company.ts';
import { lockFolder } from './core/lock.ts';
import { runDue } from './core/schedule.ts';
import { dialectNamed } from './dialects/index.ts';
import type { Protocol } from './dialects/protocol.ts';
import type { SandboxOptions } from './options.ts';
import { currentSwitches } from './webhooks/outbox.ts';
import { Sender } from './webhooks/sender.ts';

export type { SandboxOptions, SandboxPrice } from './options.ts';

export interface RunningSandbox {
  /** Base URL of the API, the control API and (unless `publicUrl` is set) the hosted pages. */
  url: string;
  /** The company's current time. */
  now(): Date;
  /** Stops immediately; webhooks that are being sent are sent again after the next start. */
  close(): Promise<void>;
}

const TICK_MS = 1_000;

/**
 * Starts the stand-in provider: API, hosted pages, webhooks and control API (see control/api.ts). Rejects for an
 * unknown dialect, a folder in use by another sandbox, a port in use or a damaged journal. Stored data is not touched
 * before folder and port are acquired.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const protocol = dialectNamed(options.dialect);
  const unlock = await lockFolder(options.dataDir);
  // Callers keep connections longer than Node does: one that closes just then would fail them on a busy machine.
  const server = createServer({ keepAliveTimeout: 65_000 });
  try {
    await listen(server, options);
    return run(new Company(options, protocol), { protocol, server, unlock });
  } catch (error) {
    await stop(server);
    await unlock();
    throw error;
  }
}

interface Ground {
  protocol: Protocol;
  server: Server;
  unlock(): Promise<void>;
}

/**
 * Runs in the same tick in which the server starts to listen, so that the request handler exists before the first
 * request.
 */
function run(company: Company, { protocol, server, unlock }: Ground): RunningSandbox {
  const { options } = company;
  const sender = new Sender(company, options.repeatDelaysMs ?? protocol.repeatDelaysMs);
  company.onDelivery = (delivery) => sender.add(delivery);
  company.wake = () => sender.wake();
  const { port } = server.address() as AddressInfo;
  const url = addressOf(options.host, port);
  company.publicUrl = pagesAt(options, port);
  server.on('request', createSandboxApp(company, sender, protocol.api(company)));
  const timer = setInterval(() => tick(company), options.tickMs ?? TICK_MS);
  const close = async () => {
    clearInterval(timer);
    sender.close();
    await stop(server);
    company.store.close();
    await unlock();
  };
  return { url, now: () => new Date(company.clock.now()), close };
}

const addressOf = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Where browsers find the hosted pages: they can't go to the address that means all of them, as in a container. */
export function pagesAt({ host, publicUrl }: Pick<SandboxOptions, 'host' | 'publicUrl'>, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return (publicUrl ?? addressOf(isEverywhere ? 'localhost' : host, port)).replace(/\/+$/, '');
}

function tick(company: Company): void {
  if (currentSwitches(company.store).still) return;
  try {
    runDue(company);
  } catch (error) {
    console.error('sandbox: what was due could not be done', error);
  }
}

function listen(server: Server, { port, host }: SandboxOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

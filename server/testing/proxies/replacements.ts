import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../calls/ask.ts';
import { sendSteadily } from '../faults/growth/steadily.ts';
import { endlessFacts } from '../faults/parts/lives.ts';
import type { ServiceProcess } from '../faults/parts/service.ts';
import { quantile } from '../faults/report.ts';
import { missing } from '../faults/upgrades/missing.ts';

export interface Replaced {
  webhooks: number;
  /** The answers other than 200, as text. */
  refused: string[];
  /** Acknowledged events that are missing from the ledger. */
  lost: string[];
  /** Processes that did not stop in time. */
  killed: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  slowest: number;
}

export interface Deployment {
  /** The proxy's URL. */
  url: string;
  services: [ServiceProcess, ServiceProcess];
  databaseUrl: string;
}

interface Options {
  replacements: number;
  perSecond: number;
}

const PAUSE_MS = 1_000;

/** Replaces the two processes in turn, a second apart, during signed webhooks at a steady rate. */
export async function replaceUnderLoad(
  deployment: Deployment,
  { replacements, perSecond }: Options,
): Promise<Replaced> {
  const begun = Date.now();
  const url = `${deployment.url}/api/webhooks/payments`;
  const load = sendSteadily(() => url, endlessFacts(`proxy${Date.now()}_`), perSecond);
  await sleep(PAUSE_MS);
  let killed = 0;
  for (let number = 0; number < replacements; number += 1) {
    const service = deployment.services[number % 2] as ServiceProcess;
    await service.stop();
    if (service.exitCode() !== 0) killed += 1;
    await service.start();
    await sleep(PAUSE_MS);
  }
  const sent = await load.end();
  const times = sent.map(({ answer }) => answer.ms);
  const accepted = sent.filter(({ answer }) => answer.status === 200);
  return {
    webhooks: sent.length,
    refused: sent.flatMap(({ answer }) => (answer.status === 200 ? [] : [inALine(answer)])),
    lost: await missing(deployment.databaseUrl, new Set(accepted.map(({ id }) => id))),
    killed,
    seconds: (Date.now() - begun) / 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    slowest: quantile(times, 1),
  };
}

const inALine = ({ status, text }: Answer) => `${status ?? 'no answer'} ${text.replace(/\s+/g, ' ').slice(0, 80)}`;

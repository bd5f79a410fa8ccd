import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../settings/packageRoot.ts';
import { blockOf } from '../testing/proxies/pages.ts';

interface Probe {
  httpGet: { path: string; port: number };
  periodSeconds: number;
  timeoutSeconds: number;
  failureThreshold?: number;
}

interface PodSpec {
  terminationGracePeriodSeconds: number;
  containers: [Record<'startupProbe' | 'readinessProbe' | 'livenessProbe', Probe>];
}

const page = 'server/docs/proxies.md';
const pod = parse(blockOf(page, 'yaml')) as PodSpec;
const { startupProbe, readinessProbe, livenessProbe } = pod.containers[0];

test('nothing restarts a pod that migrates, and requests reach only what is ready', () => {
  for (const probe of [startupProbe, livenessProbe])
    expect(probe.httpGet).toEqual({ path: '/api/health/live', port: 3000 });
  expect(readinessProbe.httpGet).toEqual({ path: '/api/health/ready', port: 3000 });
  // Until it has succeeded, no other probe runs: it may only ask what is answered at once.
  expect(startupProbe.periodSeconds * (startupProbe.failureThreshold ?? 3)).toBeGreaterThanOrEqual(60);
});

test('probes have the fields that Kubernetes knows, within its defaults', () => {
  const known = ['httpGet', 'periodSeconds', 'timeoutSeconds', 'failureThreshold'];
  for (const probe of [startupProbe, readinessProbe, livenessProbe])
    expect(Object.keys(probe).filter((field) => !known.includes(field))).toEqual([]);
});

test('a pod is told to stop for as long as a stop may take', () => {
  const usual = /^\| `DRAIN_SECONDS` \| production: (\d+)/m.exec(
    readFileSync(join(packageRoot(), 'server/docs/settings.md'), 'utf8'),
  );
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(usual?.[1]) + 15);
});

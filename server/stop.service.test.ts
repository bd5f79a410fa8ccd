import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestDatabase } from './testing/database/database.ts';
import { messageOf, post } from './testing/faults/parts/deliveries.ts';
import { lifeOf, runningLife } from './testing/faults/parts/lives.ts';
import { settingsFor, startService } from './testing/faults/parts/service.ts';

interface Seen {
  ready: number | null;
  webhook: number | null;
}

test('on SIGTERM readiness turns 503 first, requests are still served, and then the port closes', {
  timeout: 60_000,
}, async () => {
  const database = await createTestDatabase();
  const service = await startService({ ...settingsFor(database.url), DRAIN_SECONDS: '3' });
  const life = lifeOf({ name: 'drain', steps: runningLife, startsAt: Date.now() - 3_600_000, apart: 60_000 });
  const [fact] = life.facts;
  if (!fact) throw new Error('A life has facts');
  const look = async (): Promise<Seen> => ({
    ready: await fetch(`${service.url}/api/health/ready`).then(
      ({ status }) => status,
      () => null,
    ),
    webhook: (await post(service.webhookUrl, messageOf('alpha', fact))).status,
  });
  try {
    expect(await look()).toEqual({ ready: 200, webhook: 200 });
    let stopped = false;
    const stop = service.stop().then(() => {
      stopped = true;
    });
    const seen: Seen[] = [];
    while (!stopped) {
      seen.push(await look());
      await sleep(50);
    }
    await stop;
    const notReady = seen.filter(({ ready }) => ready === 503);
    expect(notReady.length).toBeGreaterThan(1);
    expect(notReady.slice(0, -1).map(({ webhook }) => webhook)).toEqual(notReady.slice(0, -1).map(() => 200));
    expect(seen.findIndex(({ ready }) => ready === 503)).toBeLessThan(5);
    expect(service.exitCode()).toBe(0);
    expect(await look()).toEqual({ ready: null, webhook: null });
  } finally {
    await service.remove();
    await database.drop();
  }
});

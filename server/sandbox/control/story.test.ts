import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestSandbox } from '../testing.ts';

test('a year of 200 customers is simulated within five seconds, is equal for equal seeds, and can be saved and loaded', async () => {
  const one = await startTestSandbox();
  const other = await startTestSandbox();
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-story-'));
  try {
    // This test needs no webhooks.
    for (const each of [one, other]) await each.control('POST', 'switches', { drop: 1 });
    const before = process.cpuUsage();
    const told = await one.control('POST', 'story', { seed: 7 });
    const { user, system } = process.cpuUsage(before);
    expect(told).toMatchObject({ customers: 200 });
    // CPU time, which doesn't depend on the load of the machine.
    expect((user + system) / 1e6).toBeLessThan(5);
    await other.control('POST', 'story', { seed: 7 });
    const [first, second] = [await one.truth(), await other.truth()];
    const shape = (of: typeof first) => of.subscriptions.map(({ status, plan, quantity }) => [status, plan, quantity]);
    expect(shape(second)).toEqual(shape(first));
    const statuses = new Set(first.subscriptions.map(({ status }) => status));
    expect([...statuses].sort()).toEqual(expect.arrayContaining(['active', 'canceled']));
    expect(first.disputes.length).toBeGreaterThan(0);
    expect(first.invoices.some(({ refunded }) => Number(refunded) > 0)).toBe(true);

    const saved = await (await fetch(`${one.url}/_sandbox/journal`)).text();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'journal.jsonl'), saved);
    const loaded = await startTestSandbox({ dataDir: folder });
    const { now: _then, ...kept } = first;
    const { now: _now, ...again } = await loaded.truth();
    await loaded.close();
    expect(again).toEqual(kept);
  } finally {
    await one.close();
    await other.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);

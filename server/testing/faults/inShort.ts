import { expect, test } from 'vitest';
import { printReport, type Scenario } from './report.ts';

/** Registers a test for each scenario's short version. */
export function testInShort(scenarios: readonly Scenario[]): void {
  const seed = Date.now() & 0x7fffffff;
  test.each(scenarios)('$name: $promise', { timeout: 240_000 }, async (scenario) => {
    const report = await scenario.run({ seed, short: true });
    printReport(`${scenario.name} (seed ${seed})`, report);
    expect(report.broken).toEqual([]);
  });
}

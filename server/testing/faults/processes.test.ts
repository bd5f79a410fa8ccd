import { expect, test } from 'vitest';
import { printReport } from './report.ts';
import { processScenarios } from './scenarios.ts';

const seed = Date.now() & 0x7fffffff;

test.each(processScenarios)('$name: $promise', { timeout: 120_000 }, async (scenario) => {
  const report = await scenario.run({ seed, short: true });
  printReport(`${scenario.name} (seed ${seed})`, report);
  expect(report.broken).toEqual([]);
});

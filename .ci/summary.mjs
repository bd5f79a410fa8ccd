import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Repeats the errors of each failed step, then adds up the summary lines of Vitest
 * (`Tests  12 passed | 1 failed (13)`) and Playwright (`  12 passed (30s)`).
 */
const [folder, ...failedSteps] = process.argv.slice(2);
const linesOf = (log) => stripVTControlCharacters(readFileSync(log, 'utf8')).split('\n');

const TELLING = /^\s*(FAIL|✘|×|\d+\) )|Unhandled|Error:|error TS|^\s+\d+ (failed|flaky|did not run)|npm error/;
const MOST = 40;
for (const log of failedSteps) {
  console.log(`\n== failed: ${basename(log, '.log').replaceAll('-', ' ')}`);
  const lines = linesOf(log);
  const telling = lines.filter((line) => TELLING.test(line)).slice(0, MOST);
  for (const line of telling.length > 0 ? telling : lines.slice(-MOST)) console.log(line.slice(0, 300));
}

const closing = readdirSync(folder)
  .filter((name) => name.endsWith('.log'))
  .flatMap((name) => linesOf(join(folder, name)))
  .filter((line) => /^\s+Tests\s+\d|^\s+\d+ (passed|failed|flaky)( \([\d.]+(ms|s|m|h)\))?\s*$/.test(line));
const sum = (word) =>
  closing
    .flatMap((line) => [...line.matchAll(new RegExp(`(\\d+) ${word}`, 'g'))])
    .reduce((total, [, count]) => total + Number(count), 0);

const flaky = sum('flaky');
if (flaky > 0) console.log(`\n${flaky} passed only after a retry`);
const passed = sum('passed') + flaky;
const failed = Math.max(sum('failed'), failedSteps.length);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Adds up the closing lines of Vitest (`Tests  12 passed | 1 failed (13)`) and Playwright (`  12 passed (30s)`). */
const [file, failedSteps] = process.argv.slice(2);
const lines = stripVTControlCharacters(readFileSync(file, 'utf8')).split('\n');
const closing = lines.filter((line) =>
  /^\s+Tests\s+\d|^\s+\d+ (passed|failed|flaky)( \([\d.]+(ms|s|m|h)\))?\s*$/.test(line),
);
const sum = (word) =>
  closing
    .flatMap((line) => [...line.matchAll(new RegExp(`(\\d+) ${word}`, 'g'))])
    .reduce((total, [, count]) => total + Number(count), 0);

const passed = sum('passed') + sum('flaky');
const failed = sum('failed');
const broken = Number(failedSteps) > 0 && failed === 0 ? Number(failedSteps) : failed;
console.log(`${passed} passed, ${broken} failed`);
process.exit(broken > 0 || passed === 0 ? 1 : 0);

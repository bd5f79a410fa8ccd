import { format } from 'node:util';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';

const heard: string[] = [];
const allowedInFile: RegExp[] = [];
const allowedInTest: RegExp[] = [];
let isInTest = false;
const SAID = 'what was said on the console, or in the log above info: where that is expected, `mayComplain` says so';

/** What the service logs while its database is away. */
export const OUTAGE =
  /A database connection was lost|The change feed lost its connection|A job (failed and will be tried again|could not be started or recorded)/;

/** Says that the test, or outside of one the whole file, may warn so on the console or in the log. Any other warning fails the test. */
export function mayComplain(...patterns: RegExp[]): void {
  (isInTest ? allowedInTest : allowedInFile).push(...patterns);
}

/** What was late on a busy machine is done by a job, and then said so: no test may need an idle one. */
const LATE = /Not done within \d+ ms/;

const isLoud = (line: string) => Number(/^\{"level":(\d+)/.exec(line)?.[1]) > 30;

/** Hears a line of a log: what is above `info` has to be expected. */
export function hearLogged(line: string): void {
  if (isLoud(line)) heard.push(line);
}

/** What was said since the last call and may not be. */
export function takeUnexpected(): string[] {
  const allowed = [LATE, ...allowedInFile, ...allowedInTest];
  return heard.splice(0).filter((text) => !allowed.some((pattern) => pattern.test(text)));
}

/** The set-up of every test file. */
export function listenForComplaints(): void {
  const { error, warn } = console;
  const hear = (...said: unknown[]) => void heard.push(format(...said));
  Object.assign(console, { error: hear, warn: hear });
  beforeEach(() => {
    isInTest = true;
  });
  afterEach(() => {
    const unexpected = takeUnexpected();
    isInTest = false;
    allowedInTest.length = 0;
    expect(unexpected, SAID).toEqual([]);
  });
  afterAll(() => {
    const unexpected = takeUnexpected();
    allowedInFile.length = 0;
    Object.assign(console, { error, warn });
    expect(unexpected, SAID).toEqual([]);
  });
}

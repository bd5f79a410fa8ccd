import { format } from 'node:util';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';

const heard: string[] = [];
const allowedInFile: RegExp[] = [];
const allowedInTest: RegExp[] = [];
let isInTest = false;
const SAID = 'unexpected output on the console, or in the log above info: a test allows it with `mayComplain`';

/** The service's log messages while its database is unavailable. */
export const OUTAGE =
  /A database connection was lost|The page streams lost their connection|A job (failed and will be retried|could not be started or recorded)/;

/**
 * Allows these warnings in the current test or, outside of a test, in the whole file. Any other warning fails the test.
 */
export function mayComplain(...patterns: RegExp[]): void {
  (isInTest ? allowedInTest : allowedInFile).push(...patterns);
}

/**
 * What is logged on a busy machine: a job finishes late, or PostgreSQL accepts a connection late. No test may need an idle
 * machine; one that lacks the result fails by its own expectations.
 */
const LATE = /Not done within \d+ ms|Connection terminated due to connection timeout/;
/** Whatever a test sends wrongly on purpose. */
const CALLERS_MISTAKES = /"msg":"(A call was refused|Unknown keys of a body were ignored)"/;

const isLoud = (line: string) => Number(/^\{"level":(\d+)/.exec(line)?.[1]) > 30;

/** Records a log line; lines above `info` must be allowed. */
export function hearLogged(line: string): void {
  if (isLoud(line)) heard.push(line);
}

/** Returns the output since the last call that was not allowed. */
export function takeUnexpected(): string[] {
  const allowed = [LATE, CALLERS_MISTAKES, ...allowedInFile, ...allowedInTest];
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

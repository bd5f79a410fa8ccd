import { format } from 'node:util';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';

const heard: string[] = [];
const allowedInFile: RegExp[] = [];
const allowedInTest: RegExp[] = [];
let isInTest = false;

/** Says that the test, or outside of one the whole file, may warn so on the console. Any other warning fails the test. */
export function mayComplain(...patterns: RegExp[]): void {
  (isInTest ? allowedInTest : allowedInFile).push(...patterns);
}

/** What was said since the last call and may not be. */
export function takeUnexpected(): string[] {
  const allowed = [...allowedInFile, ...allowedInTest];
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
    expect(unexpected, 'what was said on the console').toEqual([]);
  });
  afterAll(() => {
    const unexpected = takeUnexpected();
    allowedInFile.length = 0;
    Object.assign(console, { error, warn });
    expect(unexpected, 'what was said on the console').toEqual([]);
  });
}

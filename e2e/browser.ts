import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The shell is Chromium without its window, whose drawing takes a fifth of the tests' processor time. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const find = () => [...INSTALLED, chromium.executablePath()].find((path) => existsSync(path));

function run(command: string, ...args: string[]): boolean {
  console.info(`Looking for a browser: ${command} ${args.join(' ')}`);
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 }).status === 0;
}

/**
 * The path of an installed Chromium or Chrome, else Playwright's. Installs one if none exists (for root on Debian: the
 * package).
 */
export function browserPath(): string {
  const found = find();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update', '-qq') && run('apt-get', 'install', '-y', '-qq', 'chromium-headless-shell');
  }
  if (!find()) run('npx', 'playwright', 'install', 'chromium');
  const installed = find();
  if (!installed) throw new Error('No browser: install Chromium or Chrome, or run `npx playwright install chromium`');
  return installed;
}

export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

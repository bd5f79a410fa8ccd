import { spawnSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import type { RunningService } from './service.ts';
import { forgetSession } from './steps.ts';

export const PASSWORD = 'correct horse battery';

/** Creates a user for every state of a subscription (`npm run db:seed`). */
export function seed(service: RunningService): void {
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'db:seed'], {
    env: { ENV_FILE: '', PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: service.dataDir, LOG_LEVEL: 'warn' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The seed failed: ${stderr}`);
}

export async function signInAs(page: Page, email: string): Promise<void> {
  await forgetSession(page);
  const response = await page.request.post('/api/auth/sign-in/email', { data: { email, password: PASSWORD } });
  if (!response.ok()) throw new Error(`Signing in as ${email} answered ${response.status()}`);
}

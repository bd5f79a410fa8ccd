import type { Page } from '@playwright/test';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/database/embedded/start.ts';
import { openServiceKeys } from '../server/database/keys/serviceKeys.ts';
import { peekLocalSecrets } from '../server/settings/localSecrets.ts';
import { insertPerson } from '../server/testing/app/insertPerson.ts';
import type { RunningService } from './service.ts';

/**
 * Signs the page in as a new person with a confirmed address, by rows instead of the form: a password's hash and a mail
 * take a second together. The forms have tests of their own.
 */
export async function signInAsNew(
  page: Page,
  { dataDir, url }: RunningService,
  person: { name: string; email: string },
): Promise<void> {
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const database = new pg.Client({ connectionString: embedded.url });
  try {
    await database.connect();
    const { sessions: key } = await openServiceKeys(embedded.url, {
      secrets: [peekLocalSecrets(dataDir).authSecret],
      store: false,
    });
    const { session } = await insertPerson({ database, key }, person);
    const cookie = { name: 'billing.session_token', value: session, url, httpOnly: true, sameSite: 'Lax' as const };
    await page.context().addCookies([cookie]);
  } finally {
    await database.end();
    await embedded.stop();
  }
}

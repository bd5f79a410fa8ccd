import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LocalSecrets {
  authSecret: string;
  sandboxSecretKey: string;
  sandboxWebhookSecret: string;
}

/** Secrets that a machine without settings makes for itself, kept in `dataDir`, readable by its owner alone. */
export function readLocalSecrets(dataDir: string): LocalSecrets {
  const file = join(dataDir, 'secrets.json');
  const fresh: LocalSecrets = {
    authSecret: randomBytes(32).toString('base64url'),
    sandboxSecretKey: `sk_sandbox_${randomBytes(24).toString('hex')}`,
    sandboxWebhookSecret: `whsec_${randomBytes(24).toString('base64')}`,
  };
  mkdirSync(dataDir, { recursive: true });
  try {
    return { ...fresh, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<LocalSecrets>) };
  } catch {
    writeFileSync(`${file}.new`, JSON.stringify(fresh, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return fresh;
  }
}

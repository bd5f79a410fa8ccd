import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LocalSecrets {
  authSecret: string;
  sandboxSecretKey: string;
  sandboxWebhookSecret: string;
}

const fileIn = (dataDir: string) => join(dataDir, 'secrets.json');

/** Secrets that a machine without settings makes for itself, kept in `dataDir`, readable by its owner alone. */
export function readLocalSecrets(dataDir: string): LocalSecrets {
  const file = fileIn(dataDir);
  const fresh = makeSecrets();
  mkdirSync(dataDir, { recursive: true });
  try {
    return { ...fresh, ...readFrom(file) };
  } catch {
    writeFileSync(`${file}.new`, JSON.stringify(fresh, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return fresh;
  }
}

/** As `readLocalSecrets` for somebody who must not write: secrets that are not there yet last as long as the process. */
export function peekLocalSecrets(dataDir: string): LocalSecrets {
  try {
    return { ...makeSecrets(), ...readFrom(fileIn(dataDir)) };
  } catch {
    return makeSecrets();
  }
}

function readFrom(file: string): Partial<LocalSecrets> {
  return JSON.parse(readFileSync(file, 'utf8')) as Partial<LocalSecrets>;
}

function makeSecrets(): LocalSecrets {
  return {
    authSecret: randomBytes(32).toString('base64url'),
    sandboxSecretKey: `sk_sandbox_${randomBytes(24).toString('hex')}`,
    sandboxWebhookSecret: `whsec_${randomBytes(24).toString('base64')}`,
  };
}

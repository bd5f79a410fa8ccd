import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SettingsError } from './settings.ts';

export interface LocalSecrets {
  authSecret: string;
  sandboxSecretKey: string;
  sandboxWebhookSecret: string;
}

const secret = z.string().min(16);
const stored = z.object({ authSecret: secret, sandboxSecretKey: secret, sandboxWebhookSecret: secret }).partial();

const fileIn = (dataDir: string) => join(dataDir, 'secrets.json');

/**
 * Secrets that a machine without settings generates for itself, stored in `dataDir`, readable only by their owner.
 * Throws SettingsError if they exist but can't be read: new ones would end every session.
 */
export function readLocalSecrets(dataDir: string): LocalSecrets {
  mkdirSync(dataDir, { recursive: true });
  const file = fileIn(dataDir);
  const found = readFrom(file);
  const all = { ...makeSecrets(), ...found };
  if (found && Object.keys(found).length === Object.keys(all).length) return all;
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(all, null, 2), { mode: 0o600, flush: true });
  if (found) renameSync(fresh, file);
  else if (!putFirst(fresh, file)) return readLocalSecrets(dataDir);
  return all;
}

/** Like `readLocalSecrets` for a process that must not write: missing secrets last as long as the process. */
export function peekLocalSecrets(dataDir: string): LocalSecrets {
  return { ...makeSecrets(), ...readFrom(fileIn(dataDir)) };
}

/** Of two processes that start at once, one generates the secrets; false: it was the other. */
function putFirst(fresh: string, file: string): boolean {
  try {
    linkSync(fresh, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // Not every file system has links.
    renameSync(fresh, file);
    return true;
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** null: there are none yet. */
function readFrom(file: string): Partial<LocalSecrets> | null {
  try {
    return stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    const why = codeOf(error) ?? 'its content is invalid';
    throw new SettingsError([`${file}: can't be used (${why}). Mend it, or remove it: then all sessions end`]);
  }
}

const codeOf = (error: unknown) => (Object(error) as { code?: string }).code;

function makeSecrets(): LocalSecrets {
  return {
    authSecret: randomBytes(32).toString('base64url'),
    sandboxSecretKey: `sk_sandbox_${randomBytes(24).toString('hex')}`,
    sandboxWebhookSecret: `whsec_${randomBytes(24).toString('base64')}`,
  };
}

import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user that PostgreSQL runs as; undefined: as ourselves. */
export type Account = { uid: number; gid: number } | undefined;

const NOBODY = { uid: 65_534, gid: 65_534 };

/** Where root keeps what an unprivileged account must be able to enter. */
export const SYSTEM_FOLDER = '/var/lib/subscription-payments';

/** PostgreSQL refuses to run as root: then it runs as the owner of the data that is there already, else as nobody. */
export function accountFor(existingData: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  if (!existsSync(existingData)) return NOBODY;
  const { uid, gid } = statSync(existingData);
  return uid === 0 ? NOBODY : { uid, gid };
}

/** Whether the account may pass through every folder on the way to `path`, and enter (or run) `path` itself. */
export function canEnter(path: string, account: Account): boolean {
  if (!account) return true;
  for (let step = realpathSync(path); ; step = dirname(step)) {
    const { uid, gid, mode } = statSync(step);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (step === dirname(step)) return true;
  }
}

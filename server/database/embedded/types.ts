import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';

export interface Cluster {
  /** PostgreSQL's data folder, links resolved. */
  folder: string;
  account: Account;
  binaries: Binaries;
  password: string;
  /** False turns fsync off: for tests alone. */
  durable: boolean;
  log(message: string): void;
}

import { CUSTOMER_END, CUSTOMERS } from './sql/customers.ts';
import { input, type Scope } from './sql/input.ts';
import { known } from './sql/known.ts';
import { BODIES, LEDGER, LOOK_AGAIN, outcome } from './sql/ledger.ts';
import { CHECKOUTS, PAYMENTS } from './sql/payments.ts';
import { SETTLEMENTS, SUBSCRIPTIONS } from './sql/subscriptions.ts';

/**
 * The one write of the service: a batch of events that share no record, as JSON rows (`EventWrite`), applied
 * in one statement. All rules are decided on the statement's snapshot, and every write is conditional on the
 * record still being what the snapshot showed, so any number of processes may run it at once.
 *
 * Each row ends as applied, stale, duplicate, ignored, failed or unmatched and is written to the ledger; or as
 * `race`, when a record changed between the statement's snapshot and its lock: then the ledger holds nothing
 * of it and the caller sends it again. PostgreSQL would apply only one of two writes of one row in one
 * statement, which is why events of a batch may share no record.
 */
const statement = (scope: Scope) => `WITH ${[
  input(scope),
  known(scope),
  CUSTOMERS,
  SUBSCRIPTIONS,
  SETTLEMENTS,
  ...(scope === 'everything' ? [CUSTOMER_END, PAYMENTS, CHECKOUTS] : []),
  outcome(scope),
  LEDGER,
  BODIES,
].join(',')}
SELECT o.n, o.outcome, o.wrote, o.tied AND o.go AS tied, o.owner AS "userId", ledger.id::text AS "ledgerId",
  ${LOOK_AGAIN} AS "lookAgain"
FROM outcome o LEFT JOIN ledger USING (provider, event_id)`;

/** PostgreSQL copies the text with every use, so it is kept short. */
const compact = (sql: string) => sql.replace(/\s+/g, ' ');

export const applyStatements: Record<Scope, string> = {
  subscriptions: compact(statement('subscriptions')),
  everything: compact(statement('everything')),
};

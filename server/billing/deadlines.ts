import { CALL_TIMEOUT_MS } from '../adapters/calls.ts';

// How long the parts of a checkout may take and last; what must agree with another line is computed from it.

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** A user's whole wait: for another click's claim, a check of its session, and a new session. */
export const ANSWER_MS = CALL_TIMEOUT_MS + SECOND_MS;
/** How long a sale waits for what the provider knew of the user before us; the rest is for the session. */
export const READ_MS = ANSWER_MS - 2 * SECOND_MS;
/** No call to a provider takes so long: an older claim was left by a process that died. */
export const CLAIM_MS = CALL_TIMEOUT_MS + 4 * SECOND_MS;
/** How long a page waits for the providers when it opens. */
export const ASK_MS = CALL_TIMEOUT_MS / 2;

/** The life of a provider's checkout page and of its idempotency keys. */
export const PAGE_MS = 24 * HOUR_MS;
/** How long an attempt is offered again: for less than the page's life, so that it can still be paid. */
export const OFFERED_MS = PAGE_MS - HOUR_MS;
/** How long providers are asked for a payment whose webhook is missing: while the page lasts, and two days more. */
export const ASKED_MS = PAGE_MS + 48 * HOUR_MS;
/** How long an attempt is remembered: some providers' pages can be paid long after they were opened. */
export const REMEMBERED_DAYS = 400;

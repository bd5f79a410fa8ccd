import type { Router } from 'express';
import type { Company } from '../core/company.ts';
import type { Dialect } from './dialect.ts';

/**
 * A dialect with the company's HTTP API. The API reads `company.store`, and changes things only through the verbs of
 * `core/` (createCheckout, scheduleCancel, changePlan, refundInvoice, …), each of which emits its occurrence by itself.
 * Its auth, error shape and paths are the protocol's own. Answers already carry the virtual clock in their `Date`
 * header, and the API faults have already struck.
 */
export interface Protocol extends Dialect {
  api(company: Company): Router;
}

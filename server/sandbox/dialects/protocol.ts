import type { Router } from 'express';
import type { Company } from '../core/company.ts';
import type { Dialect } from './dialect.ts';

/**
 * A dialect with the company's HTTP API. The API reads `company.store` and makes changes only through the functions of
 * `core/` (createCheckout, scheduleCancel, changePlan, refundInvoice, …), each of which emits its own occurrence.
 * Authentication, error format and paths are those of the protocol. Before the API runs, the virtual clock is set in
 * the `Date` header and the API faults have been applied.
 */
export interface Protocol extends Dialect {
  api(company: Company): Router;
}

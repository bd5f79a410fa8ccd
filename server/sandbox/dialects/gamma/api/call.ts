import type { Company } from '../../../core/company.ts';
import type { Given } from './given.ts';

/** One API call, read. `path` holds what the address names. */
export interface Call {
  company: Company;
  path: Given;
  query: Given;
  body: Given;
}

/** Answers with the object to send, or throws. Runs as one action of the company. */
export type Handler = (call: Call) => object;

/** Addresses of collections end in a slash. `status` is that of a success; default 200. */
export type Route = [
  method: 'get' | 'post' | 'patch' | 'delete',
  path: string,
  handler: Handler,
  status?: 200 | 201 | 202 | 204,
];

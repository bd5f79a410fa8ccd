import type { Company } from '../../../core/company.ts';
import type { Given } from './given.ts';

/** A parsed API call. `path` contains the path parameters. */
export interface Call {
  company: Company;
  path: Given;
  query: Given;
  body: Given;
}

/** Returns the response object, or throws. Runs as one action of the company. */
export type Handler = (call: Call) => object;

/** Paths of collections end with a slash. `status` is the success status; default 200. */
export type Route = [
  method: 'get' | 'post' | 'patch' | 'delete',
  path: string,
  handler: Handler,
  status?: 200 | 201 | 202 | 204,
];

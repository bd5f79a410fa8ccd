import type { Company } from '../../../core/company.ts';
import type { Parameters } from './parameters.ts';

/** A parsed API call: `id` from the path, `given` from the body or, for GET and DELETE, also from the query. */
export interface Call {
  company: Company;
  id: string;
  given: Parameters;
}

/** Returns the response object, or throws. Runs as one action of the company. */
export type Handler = (call: Call) => object;

export type Route = [method: 'get' | 'post' | 'delete', path: string, handler: Handler];

import type { Company } from '../../../core/company.ts';
import type { Parameters } from './parameters.ts';

/** One API call, read: `id` from the path, `given` from the body or, for GET and DELETE, the query as well. */
export interface Call {
  company: Company;
  id: string;
  given: Parameters;
}

/** Answers with the object to send, or throws. Runs as one action of the company. */
export type Handler = (call: Call) => object;

export type Route = [method: 'get' | 'post' | 'delete', path: string, handler: Handler];

import type { Company } from '../../../core/company.ts';
import type { Fields } from './fields.ts';

/** A parsed API call: `id` from the path, `query` from the URL, `body` from the JSON. */
export interface Call {
  company: Company;
  id: string;
  query: Fields;
  body: Fields;
}

/** Returns the response object, or throws. Runs as one action of the company. */
export type Handler = (call: Call) => object;

export type Route = [method: 'get' | 'post' | 'patch' | 'delete', path: string, handler: Handler];

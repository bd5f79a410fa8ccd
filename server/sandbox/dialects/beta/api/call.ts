import type { Company } from '../../../core/company.ts';
import type { Fields } from './fields.ts';

/** One API call, read: `id` from the path, `query` from the address, `body` from the JSON. */
export interface Call {
  company: Company;
  id: string;
  query: Fields;
  body: Fields;
}

/** Answers with the object to send, or throws. Runs as one action of the company. */
export type Handler = (call: Call) => object;

export type Route = [method: 'get' | 'post' | 'patch' | 'delete', path: string, handler: Handler];

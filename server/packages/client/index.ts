export { BillingError } from './call.ts';
export {
  type AccessResult,
  type BillingClient,
  type ClientOptions,
  createClient,
  type Person,
  type PersonCalls,
} from './client.ts';
export type { FeedOptions, FeedPage } from './feed.ts';
export type * from './generated/types.ts';
export { type AccessReader, type AccessStore, createReader } from './reader.ts';
export { type VerifyOptions, verifyAccess } from './verifyAccess.ts';

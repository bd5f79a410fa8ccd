import { randomBytes } from 'node:crypto';
import { PLACEHOLDER_DOMAIN } from '../../database/reads/accountAddress.ts';

export { addressOf } from '../../database/reads/accountAddress.ts';

/** Replaces the address of an account that has none of its own (yet); no mail can reach it. */
export const newPlaceholder = () => `${randomBytes(16).toString('hex')}${PLACEHOLDER_DOMAIN}`;

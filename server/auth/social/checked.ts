import { z } from 'zod';
import type { SocialProfile } from './companies.ts';

const MOST = { id: 255, address: 254, name: 100 };
const address = z.email().max(MOST.address);
// biome-ignore lint/suspicious/noControlCharactersInRegex: the database's texts can't hold NUL, and names have none of the others
const CONTROL = /[\u0000-\u001f\u007f]/g;

/**
 * A profile in the form that our own sign-up asks for. An address that is none counts as not given; a name is cut.
 * Throws for an id that can't be stored.
 */
export function checked({ id, email, emailVerified, name }: SocialProfile): SocialProfile {
  if (id === '' || id.length > MOST.id || id.search(CONTROL) >= 0) throw new Error('The id of a profile is not usable');
  const given = address.safeParse(email.toLowerCase());
  return {
    id,
    email: given.success ? given.data : '',
    emailVerified: given.success && emailVerified,
    name: [...name.replace(CONTROL, ' ').trim()].slice(0, MOST.name).join(''),
  };
}

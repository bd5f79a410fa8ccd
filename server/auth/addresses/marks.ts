import type { Devices } from '../devices.ts';

/** Marks a browser in which someone signed in to an account with an unverified address. */
export const unprovenAccount = (userId: string) => `account ${userId}`;

/**
 * What a browser is known by after a sign-in: the address if it is verified, so that strangers who signed up with it do
 * not use up attempts at its owner's password.
 */
export function markOf(user: { id: string; email: string; emailVerified: boolean }, canMail: boolean): string {
  return user.emailVerified || !canMail ? user.email : unprovenAccount(user.id);
}

/** Whether a browser signed in to an account whose address was not proven then. */
export const isKnownIn = (devices: Devices, headers: Headers | undefined) => (userId: string) =>
  devices.nameOf(headers?.get('cookie') ?? undefined, unprovenAccount(userId)) !== null;

import type { Copy } from '../text/en.ts';
import { isAddress } from './formErrors.ts';
import { refusedSetting } from './settingsErrors.ts';

export interface AddressErrors {
  newEmail?: string;
  password?: string;
  message?: string;
}

/** What is wrong with a change of address before it is sent; empty: nothing. */
export function checkAddress(
  typed: { newEmail: string; password: string },
  current: string,
  copy: Copy,
): AddressErrors {
  const errors: AddressErrors = {};
  if (!isAddress(typed.newEmail)) errors.newEmail = copy.account.errors.email;
  else if (typed.newEmail.toLowerCase() === current.toLowerCase()) errors.newEmail = copy.address.same;
  if (!typed.password) errors.password = copy.account.errors.password;
  return errors;
}

/** Why a change of address was refused. */
export function refusedAddress(refusal: { status: number; code?: string }, copy: Copy): AddressErrors {
  if (refusal.code === 'INVALID_PASSWORD') return { password: copy.deletion.wrongPassword };
  if (refusal.code === 'SAME_ADDRESS') return { newEmail: copy.address.same };
  if (refusal.code === 'MAIL_OFF') return { message: copy.address.mailOff };
  return { message: refusedSetting(refusal, copy) };
}

import type { Request, Response } from 'express';
import { ONLY_ACCOUNT_HEADER } from '../../auth/addresses/hooks.ts';
import { accountKnownIn } from '../../auth/addresses/knownAccount.ts';
import type { Guesser } from '../../auth/attempts.ts';
import { required } from '../../auth/session.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { AccountPath } from './accountPaths.ts';

export interface AccountCall {
  request: Request;
  response: Response;
  body: Record<string, unknown> | undefined;
  /** Absent: the call makes none. */
  guess?: Guess | null;
}

export interface Guess {
  guesser: Guesser;
  /** Only the account that this browser signed up for is tried. */
  isOfOneAccount: boolean;
}

/**
 * Counts a guess at a password; null: the call makes none. Throws AppError too_many_requests. If strangers used up an
 * address's guesses, the browser that signed up still has its own for its own account.
 */
export async function countGuess(deps: Deps, path: AccountPath, call: AccountCall): Promise<Guess | null> {
  delete call.request.headers[ONLY_ACCOUNT_HEADER];
  const guesser = await guesserOf(deps, path, call);
  if (!guesser) return null;
  try {
    await deps.attempts.countGuess(guesser);
    return { guesser, isOfOneAccount: false };
  } catch (error) {
    if (!(error instanceof AppError) || !('device' in guesser) || guesser.device !== null) throw error;
    const { request, body } = call;
    const { cookie } = request.headers;
    const account = await accountKnownIn(
      { prisma: deps.billing.database.prisma, devices: deps.devices },
      cookie,
      guesser.email,
    );
    if (!account) throw error;
    const own = { email: account.mark, device: account.device };
    await deps.attempts.countGuess(own);
    request.body = { ...body, email: account.email };
    request.headers[ONLY_ACCOUNT_HEADER] = 'yes';
    return { guesser: own, isOfOneAccount: true };
  }
}

async function guesserOf(
  { sessions, devices }: Deps,
  { tries, shows }: AccountPath,
  { request, response, body }: AccountCall,
): Promise<Guesser | null> {
  if (shows) {
    const { id } = await required(sessions.userOf(request, response));
    // With a fresh session better-auth would not ask for it.
    if (typeof body?.[shows] !== 'string' || body[shows] === '') throw new AppError('invalid_body');
    return { userId: id };
  }
  const email = tries && body?.[tries];
  return typeof email === 'string' ? { email, device: devices.nameOf(request.headers.cookie, email) } : null;
}

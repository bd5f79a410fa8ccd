import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { logSecurity } from '../securityLog.ts';
import type { AccountAnswer } from './accountAnswers.ts';
import type { AccountPath } from './accountPaths.ts';
import type { AccountCall } from './guesses.ts';

/** The account that a call is about, before it changes or ends. */
export async function accountOf({ sessions }: Deps, { event, enters }: AccountPath, call: AccountCall) {
  if (!event || enters) return undefined;
  return (await sessions.userOf(call.request, call.response))?.id;
}

interface Outcome {
  userId: string | undefined;
  answered?: AccountAnswer;
  error?: unknown;
}

/** Logs what became of a call to an account route. */
export function logAccountEvent(
  deps: Deps,
  { path, call }: { path: AccountPath; call: AccountCall },
  { userId, answered, error }: Outcome,
): void {
  const { event } = path;
  const status = error instanceof AppError ? error.status : (answered?.response.status ?? 500);
  const isLimit = status === 429 || status === 403;
  if (!event && !isLimit) return;
  const email = call.body?.email ?? call.body?.newEmail;
  logSecurity(deps, call, {
    event: event ?? `call ${call.request.path}`,
    outcome: outcomeOf(status, answered),
    userId: answered?.user?.id ?? userId,
    email: typeof email === 'string' ? email : undefined,
  });
}

function outcomeOf(status: number, answered: AccountAnswer | undefined) {
  if (status === 429) return 'too_many_requests';
  if (status === 403) return 'forbidden';
  if (status >= 500) return 'failed';
  const location = answered?.response.headers.get('location');
  const isBack = location ? /[?&]error=/.test(location) : false;
  return status >= 400 || isBack ? 'refused' : 'ok';
}

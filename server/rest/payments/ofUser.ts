import type { Request, Response } from 'express';
import type { Caller } from '../../auth/callers/caller.ts';
import { required } from '../../auth/session.ts';
import { permit } from '../../billing/permit.ts';
import type { Deps } from '../../deps.ts';
import { handle } from '../handle.ts';

interface UserCall {
  user: Caller;
  request: Request;
  response: Response;
}

/** A route that needs a session or a service key. Verbs that validate a body check permissions themselves. */
export function ofUser(deps: Deps, answer: (asked: UserCall) => Promise<unknown>) {
  return handle('internal', async (request, response) => {
    const user = await required(deps.sessions.userOf(request, response));
    await deps.callerQueues.run(user, () => answer({ user, request, response }));
  });
}

/** A route that only reads. */
export function readBy(deps: Deps, answer: (asked: UserCall) => Promise<unknown>) {
  return ofUser(deps, async (asked) => {
    permit(asked.user, 'read');
    await answer(asked);
  });
}

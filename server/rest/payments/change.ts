import type { Request, Response } from 'express';
import { changeInput } from '../../billing/subscriptions/changes/changeInput.ts';
import { changeSubscription } from '../../billing/subscriptions/changes/changeSubscription.ts';
import { previewChange } from '../../billing/subscriptions/changes/previewChange.ts';
import { detailsOf } from '../../billing/subscriptions/currentSubscription.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { problemIn } from '../../http/callersMistakes.ts';
import { readJson } from '../body.ts';
import { ofUser } from './ofUser.ts';

/** POST /api/payments/change. */
export function changeRoute(deps: Deps) {
  return ofUser(deps, async ({ user, request, response }) => {
    const change = await readChange(deps, request, response);
    const id = await changeSubscription(deps.billing, user, change);
    response.json({ subscription: await detailsOf(deps.billing, user.id, id) });
  });
}

/** POST /api/payments/change/preview. */
export function previewRoute(deps: Deps) {
  return ofUser(deps, async ({ user, request, response }) => {
    response.json(await previewChange(deps.billing, user, await readChange(deps, request, response)));
  });
}

async function readChange({ bodies }: Deps, request: Request, response: Response) {
  const input = changeInput.safeParse(await readJson(bodies, { request, response }));
  if (!input.success) throw new AppError('invalid_body', { reason: problemIn(input.error) });
  return input.data;
}

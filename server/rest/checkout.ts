import { required } from '../auth/session.ts';
import { checkoutInput } from '../billing/checkout/inputs.ts';
import { startCheckout } from '../billing/checkout/startCheckout.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { problemIn, tellUnknownKeys } from '../http/callersMistakes.ts';
import { readJson } from './body.ts';
import { handle } from './handle.ts';

/** POST /api/payments/checkout. */
export function checkoutRoute({ sessions, billing, bodies, callerQueues, log }: Deps) {
  return handle('checkout_failed', async (request, response) => {
    const user = await required(sessions.userOf(request, response));
    const body = await readJson(bodies, { request, response });
    tellUnknownKeys(log, body, { known: checkoutInput.shape, path: request.path });
    const input = checkoutInput.safeParse(body);
    if (!input.success) throw new AppError('invalid_body', { reason: problemIn(input.error) });
    response.json(await callerQueues.run(user, () => startCheckout(billing, user, input.data)));
  });
}

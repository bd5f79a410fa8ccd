import { AsyncResource } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Deps } from '../deps.ts';
import { senderOf } from '../http/clientAddress.ts';
import { requestIdOf } from '../http/requests.ts';

interface SecurityEvent {
  /** What was tried, such as `sign_in`. */
  event: string;
  outcome: 'ok' | 'failed' | 'refused' | 'too_many_requests' | 'forbidden';
  userId?: string;
  /** Logged as a keyed hash only: it tells attacked accounts apart and reveals no address. */
  email?: string;
}

type Frame = Pick<Deps, 'log' | 'settings'>;

/** One line for each event that concerns the security of accounts: who, from where, and how it ended. */
export function logSecurity(
  { log, settings }: Frame,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { event, outcome, userId, email }: SecurityEvent,
): void {
  const requestId = requestIdOf(response);
  const sender = senderOf(request, settings.trustProxy);
  const account = email ? addressMark(email, settings.keys.sessions) : undefined;
  log.info({ security: event, outcome, userId, account, sender, requestId }, `Security: ${event} ${outcome}`);
}

/** The same for each spelling of an address. */
export function addressMark(email: string, secret: string): string {
  const address = email.trim().toLowerCase();
  return createHmac('sha256', secret).update(`security log ${address}`).digest('base64url').slice(0, 22);
}

const REFUSALS: ReadonlyMap<number, 'forbidden' | 'too_many_requests'> = new Map([
  [403, 'forbidden'],
  [429, 'too_many_requests'],
]);

/** Logs that a call was forbidden or exceeded a limit. The account routes log their own. */
export function logRefusedCalls(frame: Frame) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '' } = request;
    const onClose = () => {
      const outcome = REFUSALS.get(response.statusCode);
      if (outcome && !url.startsWith('/api/auth/')) {
        logSecurity(frame, { request, response }, { event: `call ${url.split('?')[0]}`, outcome });
      }
    };
    response.once('close', AsyncResource.bind(onClose));
  };
}

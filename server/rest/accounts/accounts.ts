import { setTimeout as sleep } from 'node:timers/promises';
import { toNodeHandler } from 'better-auth/node';
import type { Request as HttpRequest, Response as HttpResponse, RequestHandler } from 'express';
import { markOf } from '../../auth/addresses/hooks.ts';
import type { Guesser } from '../../auth/attempts.ts';
import { CLIENT_ADDRESS_HEADER } from '../../auth/auth.ts';
import { required } from '../../auth/session.ts';
import { createTurns } from '../../auth/turns.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { senderOf } from '../../http/clientAddress.ts';
import { socialNamesOf } from '../../settings/schema/social.ts';
import { isJson, readJson } from '../body.ts';
import { handle } from '../handle.ts';
import { type AccountAnswer, withError, withOwnAddress, withoutToken } from './accountAnswers.ts';
import { type AccountPath, findAccountPath, pickFields, requireCompany } from './accountPaths.ts';
import { type AccountCall, countGuess } from './guesses.ts';

const MAX_USER_AGENT = 300;
/** Enough for names, addresses and passwords. */
const MOST_BYTES = 10_000;
const PREFIX = '/api/auth';
/** Passwords are slow to check, on purpose: about ten seconds of work may be queued. */
const ENTERING = { atOnce: 4, mostWaiting: 128 };

/** /api/auth: better-auth's open routes. Refusals also carry our `error`. */
export function accountRoutes(deps: Deps, entering = ENTERING): RequestHandler {
  const strangers = createTurns(entering);
  // A flood from unknown browsers must not delay a known device.
  const known = createTurns(entering);
  return handle('internal', async (request, response) => {
    const address = senderOf(request, deps.settings.trustProxy);
    // An account belongs to a person.
    if (deps.sessions.keyOf(request)) throw new AppError('forbidden');
    const path = findAccountPath(request.method, request.path.slice(PREFIX.length));
    if (path.enters || path.costs || path.shows) await deps.attempts.countAddress(address);
    const body =
      request.method === 'GET' ? undefined : await readBody(path, { bodies: deps.bodies, request, response });
    requireCompany(path, body, socialNamesOf(deps.settings.social));
    const guess = await countGuess(deps, path, { request, response, body });
    await countMail(deps, path, { request, response, body });
    nameClient(request, address);
    const answer = async (asked: Request) => {
      const [answered] = await Promise.all([ask(deps, asked), sleep(path.atLeastMs ?? 0)]);
      const { ok } = answered.response;
      // A user who waits for the address to become theirs does not know its owner's password.
      if (ok && guess && (guess.isOfOneAccount || !answered.user?.wantedEmail))
        await deps.attempts.reset(guess.guesser);
      return withError(ok ? withDevice(deps, path, { asked, answered }) : answered.response);
    };
    const reply = () => toNodeHandler({ handler: answer })(request, response);
    const inTurn = isKnown(guess?.guesser) ? known : strangers;
    await (path.enters ? inTurn(reply) : reply());
  });
}

/** With a foreign login there are no accounts here. */
export const refuseAccounts: RequestHandler = (_request, _response, next) => next(new AppError('not_found'));
const ask = async (deps: Deps, asked: Request) => withOwnAddress(withoutToken(asked, await deps.auth.handler(asked)));

interface Incoming extends Pick<Deps, 'bodies'> {
  request: HttpRequest;
  response: HttpResponse;
}

type Body = Record<string, unknown> | undefined;

/** Passes the accepted part of the body to better-auth, and nothing if there is no body. */
async function readBody({ fields }: AccountPath, { bodies, request, response }: Incoming): Promise<Body> {
  const given = await readJson(bodies, { request, response, most: MOST_BYTES });
  if (!isJson(given)) throw new AppError('invalid_body');
  const body = given === undefined ? undefined : pickFields(given, fields);
  // An empty text would count as a body without a content type.
  request.body = body;
  return body;
}

const isKnown = (guesser?: Guesser) => guesser !== undefined && 'device' in guesser && guesser.device !== null;

/** Limits the mails to one mailbox, whether or not it has an account. */
async function countMail(
  { attempts, sessions, outbox }: Deps,
  { mails }: AccountPath,
  asked: AccountCall,
): Promise<void> {
  if (!mails || !outbox) return;
  const { request, response, body } = asked;
  const named = mails === 'own' ? (await required(sessions.userOf(request, response))).email : body?.[mails];
  if (typeof named === 'string') await attempts.countMail(named);
}

interface Answered {
  asked: Request;
  answered: AccountAnswer;
}

/** After a successful sign-in or a verification of the address, the browser is a known device. */
function withDevice(
  { devices, outbox }: Deps,
  { enters, proves }: AccountPath,
  { asked, answered: { response, user, proven } }: Answered,
): Response {
  const mark = enters && user ? markOf(user, outbox !== null) : proves && proven;
  if (!mark) return response;
  const headers = new Headers(response.headers);
  const cookies = asked.headers.get('cookie') ?? undefined;
  headers.append('set-cookie', devices.remember(cookies, mark));
  return new Response(response.body, { status: response.status, headers });
}

/** Sessions store where they were opened, so the client's own claims are overwritten or cut. */
function nameClient({ headers }: HttpRequest, address: string): void {
  headers[CLIENT_ADDRESS_HEADER] = address;
  if (headers['user-agent']) headers['user-agent'] = headers['user-agent'].slice(0, MAX_USER_AGENT);
}

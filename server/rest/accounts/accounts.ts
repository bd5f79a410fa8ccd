import { setTimeout as sleep } from 'node:timers/promises';
import { toNodeHandler } from 'better-auth/node';
import type { Request as HttpRequest, Response as HttpResponse, RequestHandler } from 'express';
import { markOf } from '../../auth/addresses/marks.ts';
import { AUTH_PATH, CLIENT_ADDRESS_HEADER } from '../../auth/auth.ts';
import { required } from '../../auth/session.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { senderOf } from '../../http/clientAddress.ts';
import { socialNamesOf } from '../../settings/schema/social.ts';
import { createTurns } from '../../turns.ts';
import { isJson, readJson } from '../body.ts';
import { handle } from '../handle.ts';
import { type AccountAnswer, withError, withOwnAddress, withoutToken } from './accountAnswers.ts';
import { accountOf, logAccountEvent } from './accountEvents.ts';
import { type AccountPath, findAccountPath, pickFields, requireCompany } from './accountPaths.ts';
import { type AccountCall, countGuess, type Guess } from './guesses.ts';

const MAX_USER_AGENT = 300;
/** Enough for names, addresses and passwords. */
const MOST_BYTES = 10_000;
/** Passwords are slow to check, on purpose: about ten seconds of work may be queued. */
const ENTERING = { atOnce: 4, mostWaiting: 128 };

/** /api/auth: better-auth's open routes. Refusals also carry our `error`. */
export function accountRoutes(deps: Deps, entering = ENTERING): RequestHandler {
  const strangers = createTurns(entering);
  // A flood from unknown browsers must not delay a known device.
  const known = createTurns(entering);
  return handle('internal', async (request, response) => {
    // An account belongs to a person.
    if (deps.sessions.keyOf(request)) throw new AppError('forbidden');
    const path = findAccountPath(request.method, request.path.slice(AUTH_PATH.length));
    const call: AccountCall = { request, response, body: undefined };
    try {
      const isKnown = await admit(deps, path, call);
      const reply = () => answerCall(deps, path, call);
      await (path.enters ? (isKnown ? known : strangers)(reply) : reply());
    } catch (error) {
      logAccountEvent(deps, { path, call }, { userId: undefined, error });
      throw error;
    }
  });
}

/** Reads and counts a call. Resolves to whether it comes from a known device. */
async function admit(deps: Deps, path: AccountPath, call: AccountCall): Promise<boolean> {
  const { request, response } = call;
  const address = senderOf(request, deps.settings.trustProxy);
  if (path.enters || path.costs || path.shows) await deps.attempts.countAddress(address);
  if (request.method !== 'GET') call.body = await readBody(path, { bodies: deps.bodies, request, response });
  requireCompany(path, call.body, socialNamesOf(deps.settings.social));
  call.guess = await countGuess(deps, path, call);
  await countMail(deps, path, call);
  nameClient(request, address);
  // better-auth would make the request's address from it.
  const { host, pathname } = new URL(deps.settings.baseUrl);
  request.headers.host = host;
  request.url = pathname.replace(/\/$/, '') + request.url;
  const { guesser } = call.guess ?? {};
  return guesser !== undefined && 'device' in guesser && guesser.device !== null;
}

async function answerCall(deps: Deps, path: AccountPath, call: AccountCall): Promise<void> {
  const { guess } = call;
  const userId = await accountOf(deps, path, call);
  const handler = async (asked: Request) => {
    const [answered] = await Promise.all([ask(deps, asked), sleep(path.atLeastMs ?? 0)]);
    const { ok } = answered.response;
    if (ok && path.endsOthers) await deps.auth.api.revokeOtherSessions({ headers: asked.headers });
    logAccountEvent(deps, { path, call }, { userId, answered });
    if (ok && guess && forgives(deps, guess, answered)) await deps.attempts.reset(guess.guesser);
    return withError(ok ? withDevice(deps, path, { asked, answered }) : answered.response);
  };
  await toNodeHandler({ handler })(call.request, call.response);
}

/** Several accounts may name an address that none has proven: who can sign in to one may be guessing at another. */
function forgives({ outbox }: Deps, { guesser, isOfOneAccount }: Guess, { user }: AccountAnswer): boolean {
  const isSure = user?.emailVerified === true || (outbox === null && !user?.wantedEmail);
  return isOfOneAccount || 'userId' in guesser || isSure;
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
async function readBody({ fields, fixed }: AccountPath, { bodies, request, response }: Incoming): Promise<Body> {
  const given = await readJson(bodies, { request, response, most: MOST_BYTES });
  if (!isJson(given)) throw new AppError('invalid_body');
  const body = given === undefined ? undefined : { ...pickFields(given, fields), ...fixed };
  // An empty text would count as a body without a content type.
  request.body = body;
  return body;
}

/** Limits the mails to one mailbox, whether or not it has an account. */
async function countMail(
  { attempts, sessions, outbox }: Deps,
  { mails }: AccountPath,
  asked: AccountCall,
): Promise<void> {
  if (!mails || !outbox) return;
  const { request, response, body } = asked;
  for (const mailbox of mails) {
    const named = mailbox === 'own' ? (await required(sessions.userOf(request, response))).email : body?.[mailbox];
    if (typeof named === 'string') await attempts.countMail(named);
  }
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

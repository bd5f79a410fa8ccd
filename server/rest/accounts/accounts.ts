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

const MAX_USER_AGENT = 300;
/** Names, addresses and passwords need no more. */
const MOST_BYTES = 10_000;
const PREFIX = '/api/auth';
/** Passwords are slow to check, on purpose: some ten seconds' work may wait. */
const ENTERING = { atOnce: 4, mostWaiting: 128 };

/** /api/auth: better-auth's routes, as far as they are open. What is refused carries our `error` too. */
export function accountRoutes(deps: Deps, entering = ENTERING): RequestHandler {
  const strangers = createTurns(entering);
  // Whatever a flood of strangers keeps waiting, nobody of them stands before a device that is known.
  const known = createTurns(entering);
  return handle('internal', async (request, response) => {
    const address = senderOf(request, deps.settings.trustProxy);
    // An account is a person's own affair.
    if (deps.sessions.keyOf(request)) throw new AppError('forbidden');
    const path = findAccountPath(request.method, request.path.slice(PREFIX.length));
    if (path.enters || path.costs || path.shows) await deps.attempts.countAddress(address);
    const body =
      request.method === 'GET' ? undefined : await readBody(path, { bodies: deps.bodies, request, response });
    requireCompany(path, body, socialNamesOf(deps.settings.social));
    const guesser = await guesserOf(deps, path, { request, response, body });
    if (guesser) await deps.attempts.countGuess(guesser);
    await countMail(deps, path, { request, response, body });
    nameClient(request, address);
    const answer = async (asked: Request) => {
      const [answered] = await Promise.all([ask(deps, asked), sleep(path.atLeastMs ?? 0)]);
      const { ok } = answered.response;
      // Whoever waits for the address to become theirs knows nothing of its owner's password.
      if (ok && guesser && !answered.user?.wantedEmail) await deps.attempts.reset(guesser);
      return withError(ok && path.enters ? withDevice(deps, asked, answered) : answered.response);
    };
    const reply = () => toNodeHandler({ handler: answer })(request, response);
    const inTurn = isKnown(guesser) ? known : strangers;
    await (path.enters ? inTurn(reply) : reply());
  });
}

/** While another login signs people in, there are no accounts of ours. */
export const refuseAccounts: RequestHandler = (_request, _response, next) => next(new AppError('not_found'));
const ask = async (deps: Deps, asked: Request) => withOwnAddress(withoutToken(asked, await deps.auth.handler(asked)));

interface Incoming extends Pick<Deps, 'bodies'> {
  request: HttpRequest;
  response: HttpResponse;
}

type Body = Record<string, unknown> | undefined;

/** Leaves to better-auth what may pass of the body, and nothing where there is none. */
async function readBody({ fields }: AccountPath, { bodies, request, response }: Incoming): Promise<Body> {
  const given = await readJson(bodies, { request, response, most: MOST_BYTES });
  if (!isJson(given)) throw new AppError('invalid_body');
  const body = given === undefined ? undefined : pickFields(given, fields);
  // An empty text would count as a body without a content type.
  request.body = body;
  return body;
}

interface Asked {
  request: HttpRequest;
  response: HttpResponse;
  body: Body;
}

async function guesserOf(
  { sessions, devices }: Deps,
  { tries, shows }: AccountPath,
  { request, response, body }: Asked,
): Promise<Guesser | null> {
  if (shows) {
    const { id } = await required(sessions.userOf(request, response));
    // In a session that is fresh better-auth would do without.
    if (typeof body?.[shows] !== 'string' || body[shows] === '') throw new AppError('invalid_body');
    return { userId: id };
  }
  const email = tries && body?.[tries];
  return typeof email === 'string' ? { email, device: devices.nameOf(request.headers.cookie, email) } : null;
}

const isKnown = (guesser: Guesser | null) => guesser !== null && 'device' in guesser && guesser.device !== null;

/** Nobody's mailbox is filled by others; counted whether or not somebody has the address. */
async function countMail({ attempts, sessions, outbox }: Deps, { mails }: AccountPath, asked: Asked): Promise<void> {
  if (!mails || !outbox) return;
  const { request, response, body } = asked;
  const named = mails === 'own' ? (await required(sessions.userOf(request, response))).email : body?.[mails];
  if (typeof named === 'string') await attempts.countMail(named);
}

/** Whoever got in is known from now on. */
function withDevice({ devices, outbox }: Deps, asked: Request, { response, user }: AccountAnswer): Response {
  if (!user) return response;
  const headers = new Headers(response.headers);
  const cookies = asked.headers.get('cookie') ?? undefined;
  headers.append('set-cookie', devices.remember(cookies, markOf(user, outbox !== null)));
  return new Response(response.body, { status: response.status, headers });
}

/** Sessions note where they were opened: what a client says of itself is overwritten, or cut. */
function nameClient({ headers }: HttpRequest, address: string): void {
  headers[CLIENT_ADDRESS_HEADER] = address;
  if (headers['user-agent']) headers['user-agent'] = headers['user-agent'].slice(0, MAX_USER_AGENT);
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { OAuth2Server } from 'oauth2-mock-server';

/** A person's account at Google and GitHub. */
export interface SocialPerson {
  id: number;
  email: string | null;
  emailVerified: boolean;
}

/** A stand-in for Google and GitHub: OAuth with PKCE over HTTP, and their APIs with the user's profile. */
export interface SocialCompanies {
  /** For SOCIAL_URL. */
  url: string;
  /** The person who is signed in there. */
  person: SocialPerson;
  /** The response to the next requests. */
  answer: 'well' | 'denied' | 'error' | 'nonsense';
  /** Profiles are padded to so many bytes. */
  padding: number;
  /** So many bytes of profiles were taken. */
  sent: number;
  close(): Promise<void>;
}

export const SOCIAL_SECRET = 'social-secret-for-tests-012345';
const CLIENT = 'our-client';
export const socialSettings = (url: string) => ({
  SOCIAL_GOOGLE: `${CLIENT}:${SOCIAL_SECRET}`,
  SOCIAL_GITHUB: `${CLIENT}:${SOCIAL_SECRET}`,
  SOCIAL_URL: url,
});

/** Maps the paths of Google and GitHub to the library's. */
const paths: Record<string, string> = {
  '/accounts.google.com/o/oauth2/v2/auth': '/authorize',
  '/oauth2.googleapis.com/token': '/token',
  '/github.com/login/oauth/authorize': '/authorize',
  '/github.com/login/oauth/access_token': '/token',
};
const USERINFO = '/openidconnect.googleapis.com/v1/userinfo';

export async function startSocialCompanies(): Promise<SocialCompanies> {
  const library = new OAuth2Server();
  await library.issuer.keys.generate('RS256');
  const tokens = new Set<string>();
  const server = createServer((request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const known = paths[path];
    if (!known) return tell(path, request, response);
    request.url = `${known}?${query}`;
    library.service.requestHandler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  library.issuer.url = url;
  const companies: SocialCompanies = {
    url,
    person: { id: 1, email: 'ada@example.com', emailVerified: true },
    answer: 'well',
    padding: 0,
    sent: 0,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  library.service.on('beforeAuthorizeRedirect', ({ url: back }: { url: URL }) => {
    if (companies.answer !== 'denied') return;
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
  });
  library.service.on('beforeResponse', (answer: TokenAnswer, { headers, body }: TokenRequest) => {
    const basic = Buffer.from(headers.authorization?.slice(6) ?? '', 'base64').toString();
    const isClient = basic === `${CLIENT}:${SOCIAL_SECRET}` || body.client_secret === SOCIAL_SECRET;
    if (isClient) return void tokens.add(`Bearer ${answer.body.access_token}`);
    Object.assign(answer, { statusCode: 401, body: { error: 'invalid_client' } });
  });

  function tell(path: string, { headers }: IncomingMessage, response: ServerResponse): void {
    const isKnown = tokens.has(headers.authorization ?? '');
    const status = isKnown ? (companies.answer === 'error' ? 500 : 200) : 401;
    response.writeHead(status, { 'content-type': 'application/json' });
    const profile = companies.answer === 'nonsense' ? { id: {} } : profileAt(path, companies.person);
    Readable.from(pieces(JSON.stringify(profile).padEnd(companies.padding))).pipe(response);
  }
  function* pieces(text: string): Generator<Buffer> {
    for (let from = 0; from < text.length; from += PIECE) {
      const piece = Buffer.from(text.slice(from, from + PIECE));
      companies.sent += piece.length;
      yield piece;
    }
  }
  return companies;
}

const PIECE = 65_536;

interface TokenAnswer {
  body: { access_token?: string };
}
interface TokenRequest extends IncomingMessage {
  body: { client_secret?: string };
}

function profileAt(path: string, { id, email, emailVerified }: SocialPerson): unknown {
  if (path === USERINFO) return { sub: `${id}`, name: 'Ada Lovelace', email, email_verified: emailVerified };
  if (path === '/api.github.com/user') return { id, login: 'ada', name: null };
  const other = { email: 'other@example.com', primary: false, verified: true };
  return email === null ? [other] : [other, { email, primary: true, verified: emailVerified }];
}

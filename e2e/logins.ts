import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { OAuth2Server } from 'oauth2-mock-server';

export interface Login {
  url: string;
  close(): Promise<void>;
}

export interface Google extends Login {
  /** The person who is signed in there. */
  person: { sub: string; name: string; email: string; email_verified: boolean };
}

/** A stand-in for Google (SOCIAL_URL): every visitor is already signed in. */
export async function startGoogle(person: Google['person']): Promise<Google> {
  const endpoints = {
    authorize: '/accounts.google.com/o/oauth2/v2/auth',
    token: '/oauth2.googleapis.com/token',
    userinfo: '/openidconnect.googleapis.com/v1/userinfo',
  };
  const server = new OAuth2Server(undefined, undefined, { endpoints });
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const google: Google = { url: `http://127.0.0.1:${server.address().port}`, person, close: () => server.stop() };
  server.service.on('beforeUserinfo', (answer: { body: object }) => {
    answer.body = google.person;
  });
  return google;
}

export interface Issuer extends Login {
  /** Signs a token with these claims, valid for `seconds`. */
  token(claims: object, seconds?: number): Promise<string>;
  /** The claims of the next sign-in. */
  claims: object;
}

export const COOKIE = '__session';

/** A login on another port of this host: its page signs in with a cookie and redirects back. */
export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'only', alg: 'ES256', use: 'sig' }];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer.url);
    if (pathname !== '/sign-in') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
      return;
    }
    const cookie = `${COOKIE}=${await issuer.token(issuer.claims)}; Path=/; HttpOnly; SameSite=Lax`;
    response.writeHead(302, { location: searchParams.get('back') ?? '/', 'set-cookie': cookie }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const issuer: Issuer = {
    url,
    claims: {},
    token: (claims, seconds = 300) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'only' })
        .setIssuer(url)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(privateKey),
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  return issuer;
}

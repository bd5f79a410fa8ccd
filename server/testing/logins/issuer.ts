import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

/** A foreign login: it signs tokens and publishes its public keys over HTTP. */
export interface Issuer {
  /** Its URL, which is also its `iss`. */
  url: string;
  jwksUrl: string;
  /** How often the keys were requested. */
  asked(): number;
  /** The response to the next requests. */
  answer: 'keys' | 'error' | 'nothing';
  /** The public keys that it publishes; tests remove some. */
  shown: JWK[];
  addKey(alg?: string): Promise<SigningKey>;
  /** Signs a token; by default it is valid for five minutes and signed with the first key. */
  sign(claims: JWTPayload, how?: SignOptions): Promise<string>;
  close(): Promise<void>;
}

export interface SigningKey {
  alg: string;
  kid: string;
  publicJwk: JWK;
  privateKey: CryptoKey;
}

export interface SignOptions {
  key?: SigningKey;
  kid?: string;
  typ?: string;
  /** Seconds from now. */
  expiresIn?: number;
}

export async function startIssuer(alg = 'RS256'): Promise<Issuer> {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    if (issuer.answer === 'nothing') return;
    response.writeHead(issuer.answer === 'keys' ? 200 : 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ keys: issuer.shown }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: Issuer = {
    url,
    jwksUrl: `${url}/.well-known/jwks.json`,
    asked: () => asked,
    answer: 'keys',
    shown: [],
    async addKey(algorithm = alg) {
      const key = await makeKey(algorithm, `key-${issuer.shown.length + 1}`);
      issuer.shown.push(key.publicJwk);
      return key;
    },
    sign: (claims, { key = first, kid = key.kid, typ, expiresIn = 300 } = {}) =>
      new SignJWT({ iss: url, ...claims })
        .setProtectedHeader({ alg: key.alg, kid, typ })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
        .sign(key.privateKey),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  const first = await issuer.addKey();
  return issuer;
}

export async function makeKey(alg: string, kid: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

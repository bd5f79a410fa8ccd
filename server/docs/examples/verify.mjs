/** Says what a user may use by the token of GET /api/payments/access, without asking. usage: node verify.mjs <billing address> <token> [issuer: BASE_URL, if that is another address] */
import { createPublicKey, verify } from 'node:crypto';

const [base, token, issuer = base] = process.argv.slice(2);
const { keys } = await (await fetch(`${base}/.well-known/jwks.json`)).json(); // keep for five minutes

export function accessOf(jwt) {
  const [head, body, signature] = jwt.split('.');
  const read = (part) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { alg, typ, kid } = read(head);
  const jwk = keys.find((key) => key.kid === kid); // none: read the keys again
  if (alg !== 'EdDSA' || typ !== 'billing-access+jwt' || !jwk) throw new Error('unknown kind or key');
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  if (!verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
    throw new Error('wrong signature');
  const { iss, aud, exp, access } = read(body);
  if (iss !== issuer || aud !== 'billing-access' || exp < Date.now() / 1000) throw new Error('not ours, or over');
  return access;
}
console.log(JSON.stringify(accessOf(token)));

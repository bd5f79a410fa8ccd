import type { Answer } from '../../calls/ask.ts';
import type { Issuer } from '../../logins/issuer.ts';
import { post } from '../parts/deliveries.ts';
import { runCli } from '../parts/runCli.ts';
import { signUp } from '../parts/visitor.ts';
import type { Counter } from './counter.ts';

export const ways = ['mailed link', 'billing verify', 'foreign login', 'service key', 'organisation'] as const;
export type Way = (typeof ways)[number];

type Headers = Record<string, string>;

/** Someone who comes in. */
export interface Guest {
  userId: string;
  headers: Headers;
  /** What makes us know the customer; resolves when it was answered. */
  prove(): Promise<void>;
}

export const isOwn = (way: Way): boolean => way === 'mailed link' || way === 'billing verify';
/** The customer at the company names the user, because an organisation's address proves nothing. */
export const isNamed = (way: Way): boolean => way === 'organisation';

const KEY = 'sure';
const json = { 'content-type': 'application/json' };
const nothing = async () => undefined;

export async function comeIn(at: Counter, way: Way, name: string): Promise<Guest> {
  const email = `${name}@example.com`;
  if (isOwn(way)) {
    const { id, cookie } = await signUp(at.own, name);
    const prove = way === 'mailed link' ? () => follow(at, email, cookie) : () => verify(at, email);
    return { userId: id, headers: { cookie }, prove };
  }
  if (way === 'service key')
    return {
      userId: name,
      headers: { authorization: `Bearer ${KEY}`, 'x-user-id': name, 'x-user-email': email },
      prove: nothing,
    };
  const bearer = (issuer: Issuer, claims: object) =>
    issuer.sign({ sub: name, email, email_verified: true, ...claims }).then((token) => `Bearer ${token}`);
  if (way === 'foreign login')
    return { userId: name, headers: { authorization: await bearer(at.issuer, {}) }, prove: nothing };
  const claims = { org_id: name, org_role: 'org:admin', org_email: email };
  const headers = { authorization: await bearer(at.issuer, claims), 'x-owner': 'org' };
  return { userId: `org:${name}`, headers, prove: nothing };
}

async function follow({ own, pool }: Counter, email: string, cookie: string): Promise<void> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT message->>'text' AS text FROM mail WHERE message->>'to' = $1 ORDER BY "queuedAt" DESC LIMIT 1`,
    [email],
  );
  const token = /[?&]token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1];
  const answer = await post(`${own.url}/api/auth/verify-address`, {
    body: JSON.stringify({ token }),
    headers: { ...json, cookie },
  });
  if (answer.status !== 200) throw new Error(`The link of ${email} answered ${answer.status}: ${answer.text}`);
}

async function verify({ environment }: Counter, email: string): Promise<void> {
  const { code, errors } = await runCli(environment, 'verify', email);
  if (code !== 0) throw new Error(`billing verify ${email} ended with ${code}: ${errors}`);
}

/** A click on "Buy". */
export function clickBuy(url: string, headers: Headers): Promise<Answer> {
  return post(`${url}/api/payments/checkout`, {
    body: JSON.stringify({ plan: 'pro' }),
    headers: { ...json, ...headers },
  });
}

export async function planOf(url: string, headers: Headers): Promise<string> {
  const response = await fetch(`${url}/api/payments/access`, { headers });
  const { access } = (await response.json()) as { access?: { plan: string } };
  return access?.plan ?? `answered ${response.status}`;
}

import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { validateAuthorizationCode } from 'better-auth/oauth2';
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { PrismaClient } from '../../database/client.ts';
import { AddressTaken } from '../addresses/ownership.ts';
import { addressOf, newPlaceholder } from '../addresses/placeholder.ts';
import type { Addresses } from '../addresses/plugin.ts';
import { proveAddress } from '../claims/proveAddress.ts';
import { checked } from './checked.ts';
import { companies, type SocialName, type SocialProfile, socialNames } from './companies.ts';

/** Our client id and secret at the social provider. */
export interface SocialClient {
  id: string;
  secret: string;
}

export interface SocialSettings {
  clients: Partial<Record<SocialName, SocialClient>>;
  /** The address of a stand-in for tests; absent: the real providers. */
  standIn?: string;
}

/** The timeout of a social provider. */
const PATIENCE_MS = 5_000;
/** A hundred addresses have 10 kB. */
const MOST_BYTES = 200_000;

interface SocialOptions {
  addresses: Addresses;
  /** Reports that a social provider could not be asked about a person. */
  onFailure(error: unknown): void;
}

/** Sign-in with Google or GitHub, if the settings name them. */
export function socialPlugin({ clients, standIn }: SocialSettings, options: SocialOptions) {
  const config = socialNames.flatMap((name) => {
    const client = clients[name];
    return client ? [configOf(name, { client, standIn, ...options })] : [];
  });
  return genericOAuth({ config });
}

interface ConfigOptions extends SocialOptions {
  client: SocialClient;
  standIn?: string;
}

function configOf(name: SocialName, { client, standIn, addresses, onFailure }: ConfigOptions): GenericOAuthConfig {
  const { authorizationUrl, tokenUrl, scopes, readProfile } = companies[name];
  const at = (address: string) => (standIn === undefined ? address : address.replace('https:/', standIn));
  const options = { clientId: client.id, clientSecret: client.secret };
  return {
    providerId: name,
    ...options,
    authorizationUrl: at(authorizationUrl),
    scopes,
    accountSubject: ({ profile }) => profile.id ?? '',
    getToken: ({ code, codeVerifier, redirectURI }) =>
      soon(validateAuthorizationCode({ code, codeVerifier, redirectURI, options, tokenEndpoint: at(tokenUrl) })),
    async getUserInfo({ accessToken = '' }) {
      try {
        const profile = await readProfile((address) => ask(at(address), accessToken));
        return { ...checked(profile) };
      } catch (error) {
        onFailure(error);
        return null;
      }
    },
    mapProfileToUser: (profile) => settleAddress(name, profile as unknown as SocialProfile, addresses),
  };
}

async function ask(address: string, accessToken: string): Promise<unknown> {
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}`, 'user-agent': 'billing' };
  const response = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return JSON.parse(await readText(response)) as unknown;
}

/** Rejects before a longer answer is in memory. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (!response.body) return '';
  for await (const chunk of Readable.fromWeb(response.body as WebStream)) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > MOST_BYTES) throw new Error(`${response.url} answered with more than ${MOST_BYTES} bytes`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function soon<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The social provider did not answer in time')), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Decides whose the address is, before better-auth looks up its account. An address that the social provider didn't
 * verify proves nothing. A verified one belongs to the person who signs in: an account that also verified it is theirs,
 * and of the others `decideClaim` says which it opens.
 */
async function settleAddress(providerId: SocialName, profile: SocialProfile, { prisma, onProven }: Addresses) {
  const { id: accountId, email, emailVerified } = profile;
  const user = { email, emailVerified, name: profile.name };
  if (email === '') return user;
  const owner = await linkedUser(prisma, { providerId, accountId });
  if (owner) {
    if (!emailVerified || owner.emailVerified || addressOf(owner) !== email) return user;
    await proveSocially({ prisma, onProven }, email, owner.id);
    return user;
  }
  const holder = await prisma.user.findUnique({ where: { email }, select: { emailVerified: true } });
  if (!emailVerified) return holder ? { ...user, email: newPlaceholder(), wantedEmail: email } : user;
  if (!holder?.emailVerified) await proveSocially({ prisma, onProven }, email, null);
  return user;
}

/** better-auth then finds the account that the address opens, or makes a new one. */
async function proveSocially(
  { prisma, onProven }: Pick<Addresses, 'prisma' | 'onProven'>,
  email: string,
  own: string | null,
) {
  const prover = own === null ? null : { userId: own, sessionId: null };
  const proof = { email, prover, isKnown: () => false, passwordHash: null };
  const proven = await proveAddress(prisma, proof).catch((error: unknown) => {
    if (error instanceof AddressTaken) return null;
    throw error;
  });
  if (!proven || proven.userId === null) return;
  await onProven({ userId: proven.userId, email, before: email, joined: proven.joined });
}

async function linkedUser({ account }: PrismaClient, key: { providerId: string; accountId: string }) {
  const found = await account.findFirst({ where: key, select: { user: true } });
  return found?.user ?? null;
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../app.ts';
import { openServiceKeys } from '../../database/keys/serviceKeys.ts';
import { openPhase } from '../../database/restore/mark.ts';
import { createDeps, type Deps, type Waits } from '../../deps.ts';
import { createLog } from '../../log.ts';
import { readSettings } from '../../settings/settings.ts';
import { type BuyerCalls, buyerCalls } from '../calls/buyerCalls.ts';
import { cookieOf } from '../calls/requests.ts';
import { signers } from '../company/sign.ts';
import { createTestDatabase } from '../database/database.ts';
import { hearLogged } from '../run/complaints.ts';
import { canariesOf, dumpTables, found, PASSWORD } from './canaries.ts';
import { createPerson, type Person } from './people.ts';
import { providerSettings } from './providerSettings.ts';
import { quickPasswords } from './quickPasswords.ts';

export const SECRET = 'whsec_for_tests_0123456789';
/** On a busy machine PostgreSQL accepts a connection late. */
const PATIENT_MS = 30_000;

export interface TestApp extends BuyerCalls {
  url: string;
  deps: Deps;
  /** The service's log lines, each of them JSON. */
  logged: string[];
  call(path: string, init?: RequestInit): Promise<Response>;
  /** Signs and posts a webhook as the provider would. `headers` override the signature's headers. */
  deliver(body: unknown, options?: DeliverOptions): Promise<Response>;
  /** Creates an account and its session in the database. Its address is verified unless told otherwise. */
  signUp(email?: string, isVerified?: boolean): Promise<Person>;
  /** Signs up through the API, including mail and rate limits. */
  signUpByForm(email?: string): Promise<Person>;
  /** Rejects when one of the service's secrets appeared in a response, a log line or a row. */
  close(): Promise<void>;
}

type Environment = Record<string, string> | ((baseUrl: string) => Promise<Record<string, string>>);

interface DeliverOptions {
  provider?: string;
  secret?: string;
  headers?: Record<string, string>;
}

/**
 * Starts the service on a free port with its own database or, like a second process, with the database of `peer`.
 * `given` is the environment for the settings, or a function that returns it for the app's address.
 */
export async function startTestApp(given: Environment = {}, peer?: TestApp, waits?: Waits): Promise<TestApp> {
  const database = peer ? { url: peer.deps.settings.databaseUrl, drop: async () => {} } : await createTestDatabase();
  const server = createServer({ keepAliveTimeout: 65_000 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const environment = typeof given === 'function' ? await given(baseUrl) : given;
  const logged: string[] = [];
  let isOpen = true;
  const settings = readSettings({ ...defaults, BASE_URL: baseUrl, DATABASE_URL: database.url, ...environment });
  const log = createLog(settings, {
    write(line) {
      logged.push(line);
      // Work that is interrupted by closing may fail.
      if (isOpen) hearLogged(line);
    },
  });
  const databaseUrl = settings.databaseUrl ?? database.url;
  const { phase } = await openPhase(databaseUrl, settings.recovery);
  const keys = await openServiceKeys(databaseUrl, { secrets: settings.authSecrets ?? [] });
  const ready = { ...settings, baseUrl: settings.baseUrl ?? baseUrl, databaseUrl, keys, phase };
  const deps = createDeps(ready, log, { connect: PATIENT_MS, ...waits });
  Object.assign((await deps.auth.$context).password, quickPasswords);
  server.on('request', createApp(deps));
  const canaries = canariesOf(deps.settings);
  const leaks = new Set<string>();
  const call: TestApp['call'] = async (path, init) => {
    const response = await fetch(baseUrl + path, { redirect: 'manual', ...init });
    for (const leak of await leaksIn(canaries, response, path)) leaks.add(leak);
    return response;
  };
  return {
    ...buyerCalls(call),
    url: baseUrl,
    deps,
    logged,
    call,
    deliver: (body, options) => deliver(call, body, { provider: settings.provider, ...options }),
    signUp: (email = nextEmail(), isVerified?: boolean) => createPerson(deps, email, isVerified),
    signUpByForm: (email = nextEmail()) => signUpByForm(call, email),
    async close() {
      isOpen = false;
      await closeServer(server);
      await deps.close();
      const tables = peer ? '' : await dumpTables(database.url);
      await database.drop();
      const kept = [...found(canaries, logged.join('\n'), 'the log'), ...found(canaries, tables, 'a table')];
      if (leaks.size + kept.length > 0) throw new Error(`Secrets leaked: ${[...leaks, ...kept].join(', ')}`);
    },
  };
}

const AUTH_SECRET = 'auth-secret-for-tests-0123456789';
const defaults = {
  AUTH_SECRET,
  SANDBOX: 'off',
  ...providerSettings({ secretKey: 'sk_for_tests', webhookSecret: SECRET }),
};

async function deliver(call: TestApp['call'], body: unknown, options: DeliverOptions & { provider: string }) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signed = signers[options.provider]?.(text, options.secret ?? SECRET);
  const headers = { 'content-type': 'application/json', ...signed, ...options.headers };
  return call('/api/webhooks/payments', { method: 'POST', headers, body: text });
}

/** Doesn't read the body of an event stream: its reader does. */
async function leaksIn(canaries: Record<string, string>, response: Response, path: string): Promise<string[]> {
  const headers = [...response.headers].join('\n');
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? '' : await response.clone().text();
  return found(canaries, `${headers}\n${text}`, `the answer of ${path}`);
}

let people = 0;
const nextEmail = () => `person${++people}@example.com`;

async function signUpByForm(call: TestApp['call'], email: string): Promise<Person> {
  const response = await call('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada Lovelace', email, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`Sign-up answered ${response.status}: ${await response.text()}`);
  const { user } = (await response.json()) as { user: { id: string } };
  const cookie = cookieOf(response);
  return { id: user.id, email, cookie };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

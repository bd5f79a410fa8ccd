import { cookiePrefix } from '../../auth/auth.ts';
import type { Deps } from '../../deps.ts';
import { answers } from '../../errors.ts';
import { version } from '../../settings/version.ts';
import { type Examples, examplesOf, UNREADY } from './examples.ts';
import type { Answer, Operation } from './operation.ts';
import { operations } from './operations.ts';
import { samplesOf } from './samples.ts';
import { type SchemaName, toComponents } from './schemas.ts';
import { tagOf, tags } from './tags.ts';

/** The REST API as an OpenAPI 3.1 document, made from the schemas that the service itself reads with. */
export function createDocument({ settings, billing }: Pick<Deps, 'settings' | 'billing'>) {
  const cookie = sessionCookie(settings);
  const examples = examplesOf(settings.plans);
  const paths: Record<string, object> = {};
  for (const operation of operations)
    paths[operation.path] = {
      [operation.method]: describe(withEvents(operation, billing), { examples, cookie, baseUrl: settings.baseUrl }),
    };
  return {
    openapi: '3.1.0',
    info: {
      title: settings.brand.name ?? 'Billing',
      version,
      description:
        'Checkout, subscription, billing portal and webhooks. Every error is an object with a text field `error`.',
    },
    servers: [{ url: settings.baseUrl }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: toComponents(settings.plans),
      securitySchemes: {
        ...(cookie ? { cookie: { type: 'apiKey', in: 'cookie', name: cookie, description: credentials.cookie } } : {}),
        bearer: { type: 'http', scheme: 'bearer', description: credentials.bearer },
        serviceKey: { type: 'http', scheme: 'bearer', description: credentials.serviceKey },
        userId: { type: 'apiKey', in: 'header', name: 'x-user-id', description: credentials.userId },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: billing.adapter.signatureHeader,
          description: credentials.signature,
        },
      },
    },
  };
}

/** How each credential is made. */
export const credentials = {
  cookie: "A page's session: the cookie of `POST /api/auth/sign-in/email`, or of your own login (`AUTH_COOKIE`).",
  bearer:
    "The `set-auth-token` of a program's sign-in, a token of your own login (`AUTH_JWKS_URL`), or a page's token of `POST /api/payments/embed-token`.",
  serviceKey:
    'For your servers: `npm run billing -- key create --name web --scopes read,write` prints the key, and the `name:scopes:hash` for `SERVICE_KEYS`.',
  userId: 'The user for whom a service calls; for a checkout `x-user-email` names their address, too.',
  signature: "The provider's signature over the body, made with the key that both sides hold.",
};

type Kept = Pick<Deps['settings'], 'baseUrl' | 'login'>;

/** The cookie that counts: our own, or that of a login elsewhere, if it shares one. */
const sessionCookie = ({ baseUrl, login }: Kept) => (login ? login.cookie : `${cookiePrefix(baseUrl)}.session_token`);

/** With the provider's names of what changes something here. */
function withEvents(operation: Operation, { adapter }: Pick<Deps, 'billing'>['billing']): Operation {
  const events = adapter.diagnosis?.webhookEvents ?? [];
  if (operation.auth !== 'signature' || events.length === 0) return operation;
  const named = events.map((event) => `\`${event}\``).join(', ');
  return {
    ...operation,
    description: `${operation.description} Events that change something: ${named}. Others are recorded and change nothing.`,
  };
}

export type Document = ReturnType<typeof createDocument>;

const session = [{ bearer: [] }, { serviceKey: [], userId: [] }];
const security = {
  session,
  service: [{ serviceKey: [], userId: [] }],
  key: [{ serviceKey: [] }],
  signature: [{ signature: [] }],
  open: [],
};

interface Around {
  examples: Examples;
  baseUrl: string;
  cookie: string | undefined;
}

function describe(operation: Operation, { examples, baseUrl, cookie }: Around) {
  const json = (schema: SchemaName | null) => contentOf(schema, examples);
  const { id, summary, description, auth, query = {}, body, answers: told } = operation;
  const parameters = Object.entries(query).map(([name, meaning]) => {
    return { name, in: 'query', required: false, description: meaning, schema: { type: 'string' } };
  });
  return {
    operationId: id,
    tags: [tagOf(operation.path)],
    summary,
    ...(description ? { description } : {}),
    security: [...(auth === 'session' && cookie ? [{ cookie: [] }] : []), ...security[auth]],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: body.required, content: json(body.schema) } } : {}),
    responses: Object.fromEntries(told.map((answer) => toResponse(answer, { json, examples }))),
    'x-codeSamples': samplesOf(operation, examples, baseUrl),
  };
}

interface Written {
  json(schema: SchemaName): object;
  examples: Examples;
}

function toResponse([status, schema, description]: Answer, { json, examples }: Written) {
  const wait = { 'retry-after': { description: 'Seconds', schema: { type: 'integer', minimum: 1 } } };
  const example = schema && status >= 400 ? failureOf(schema, { description, usual: examples[schema] }) : undefined;
  const content = schema ? { content: example ? exampleOf(json(schema), example) : json(schema) } : {};
  return [`${status}`, { description, ...(status === 429 ? { headers: wait } : {}), ...content }];
}

const texts = new Set<string>(Object.values(answers).map(({ text }) => text));

/** An example of this very failure; undefined: the schema's own. */
function failureOf(schema: SchemaName, { description, usual }: { description: string; usual: object | undefined }) {
  if (schema === 'Health') return UNREADY;
  const error = errorIn(description)?.replace('<event_type>', 'invoice.paid');
  return error === undefined || (usual && Reflect.get(usual, 'error') === error) ? undefined : { error };
}

/** The first of our errors that the sentence names; it may name fields besides. */
function errorIn(description: string): string | undefined {
  const named = [...description.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  return named.find((text) => texts.has(text)) ?? named[0];
}

function exampleOf(content: object, example: object): object {
  return Object.fromEntries(Object.entries(content).map(([type, body]) => [type, { ...(body as object), example }]));
}

function contentOf(schema: SchemaName | null, examples: Examples): object {
  if (!schema) return { 'application/json': { schema: { type: 'object' } } };
  const example = examples[schema];
  return {
    'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, ...(example ? { example } : {}) },
  };
}

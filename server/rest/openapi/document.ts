import { cookiePrefix } from '../../auth/auth.ts';
import type { Deps } from '../../deps.ts';
import { answers } from '../../errors.ts';
import { version } from '../../settings/version.ts';
import { curlOf, type Examples, examplesOf } from './examples.ts';
import type { Answer, Operation } from './operation.ts';
import { operations } from './operations.ts';
import { type SchemaName, toComponents } from './schemas.ts';
import { tagOf, tags } from './tags.ts';

/** The REST API as an OpenAPI 3.1 document, made from the schemas that the service itself reads with. */
export function createDocument({ settings, billing }: Pick<Deps, 'settings' | 'billing'>) {
  const cookie = `${cookiePrefix(settings.baseUrl)}.session_token`;
  const examples = examplesOf(settings.plans);
  const paths: Record<string, object> = {};
  for (const operation of operations)
    paths[operation.path] = { [operation.method]: describe(operation, examples, settings.baseUrl) };
  return {
    openapi: '3.1.0',
    info: {
      title: settings.brand.name ?? 'Billing',
      version,
      description:
        'Checkout, subscription, billing portal and webhooks. Every error is an object with one text field `error`.',
    },
    servers: [{ url: settings.baseUrl }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: toComponents(settings.plans),
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: cookie, description: "A page's session" },
        bearer: { type: 'http', scheme: 'bearer', description: "`set-auth-token` of a program's sign-in" },
        serviceKey: { type: 'http', scheme: 'bearer', description: 'A key of `SERVICE_KEYS`' },
        userId: { type: 'apiKey', in: 'header', name: 'x-user-id', description: 'The user for whom a service calls' },
        signature: { type: 'apiKey', in: 'header', name: billing.adapter.signatureHeader },
      },
    },
  };
}

export type Document = ReturnType<typeof createDocument>;

const session = [{ cookie: [] }, { bearer: [] }, { serviceKey: [], userId: [] }];
const security = {
  session,
  service: [{ serviceKey: [], userId: [] }],
  key: [{ serviceKey: [] }],
  signature: [{ signature: [] }],
  open: [],
};

function describe(operation: Operation, examples: Examples, baseUrl: string) {
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
    security: security[auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: body.required, content: json(body.schema) } } : {}),
    responses: Object.fromEntries(told.map((answer) => toResponse(answer, json))),
    'x-codeSamples': [{ lang: 'Shell', source: curlOf(operation, examples, baseUrl) }],
  };
}

function toResponse([status, schema, description]: Answer, json: (schema: SchemaName) => object) {
  const wait = { 'retry-after': { description: 'Seconds', schema: { type: 'integer', minimum: 1 } } };
  const error = schema === 'Error' ? errorIn(description) : undefined;
  const content = schema ? { content: error ? exampleOf(json(schema), { error }) : json(schema) } : {};
  return [`${status}`, { description, ...(status === 429 ? { headers: wait } : {}), ...content }];
}

const texts = new Set<string>(Object.values(answers).map(({ text }) => text));

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

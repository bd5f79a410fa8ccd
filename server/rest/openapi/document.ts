import { cookiePrefix } from '../../auth/auth.ts';
import type { Deps } from '../../deps.ts';
import { type Answer, type Operation, operations } from './operations.ts';
import { type SchemaName, toComponents } from './schemas.ts';

/** The REST API as an OpenAPI 3.1 document, made from the schemas that the service itself reads with. */
export function createDocument({ settings, billing }: Pick<Deps, 'settings' | 'billing'>) {
  const cookie = `${cookiePrefix(settings.baseUrl)}.session_token`;
  const paths: Record<string, object> = {};
  for (const operation of operations) paths[operation.path] = { [operation.method]: describe(operation) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Subscription payments',
      version: '1.0.0',
      description:
        'Checkout, subscription, billing portal and webhooks. Every error is an object with one text field `error`.',
    },
    servers: [{ url: settings.baseUrl }],
    paths,
    components: {
      schemas: toComponents(settings.plans),
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: cookie, description: "A page's session" },
        bearer: { type: 'http', scheme: 'bearer', description: "`set-auth-token` of a program's sign-in" },
        signature: { type: 'apiKey', in: 'header', name: billing.adapter.signatureHeader },
      },
    },
  };
}

export type Document = ReturnType<typeof createDocument>;

const security = { session: [{ cookie: [] }, { bearer: [] }], signature: [{ signature: [] }], open: [] };

function describe({ id, summary, description, auth, body, answers }: Operation) {
  return {
    operationId: id,
    summary,
    ...(description ? { description } : {}),
    security: security[auth],
    ...(body ? { requestBody: { required: body.required, content: json(body.schema) } } : {}),
    responses: Object.fromEntries(answers.map(toResponse)),
  };
}

function toResponse([status, schema, description]: Answer) {
  const wait = { 'retry-after': { description: 'Seconds', schema: { type: 'integer', minimum: 1 } } };
  return [`${status}`, { description, ...(status === 429 ? { headers: wait } : {}), content: json(schema) }];
}

function json(schema: SchemaName | null): object {
  return { 'application/json': { schema: schema ? { $ref: `#/components/schemas/${schema}` } : { type: 'object' } } };
}

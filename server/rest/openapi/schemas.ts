import { z } from 'zod';
import type { CheckoutSession, PortalSession } from '../../adapters/calls.ts';
import { providerNames } from '../../adapters/index.ts';
import { passwordLimits } from '../../auth/passwordLimits.ts';
import { accessAnswer, sentencesOf } from '../../billing/access/accessAnswer.ts';
import { changesPage } from '../../billing/access/feed/accessFeed.ts';
import { embedInput, embedToken } from '../../billing/access/signing/embedToken.ts';
import { checkoutInput, portalInput } from '../../billing/checkout/inputs.ts';
import { paymentView } from '../../billing/records/payment.ts';
import { subscriptionView } from '../../billing/records/subscription.ts';
import { decimal, timestamp } from '../../billing/records/view.ts';
import type { Readiness } from '../../billing/status/readiness.ts';
import { changeInput } from '../../billing/subscriptions/changes/changeInput.ts';
import { conflictReasons, conflictSentences } from '../../billing/subscriptions/changes/conflicts.ts';
import { changePreview } from '../../billing/subscriptions/changes/previewChange.ts';
import { subscriptionDetails } from '../../billing/subscriptions/details.ts';
import { type Catalogue, paidPlans, soldPlans } from '../../plans/catalogue.ts';
import { planList } from '../../plans/planView.ts';
import { LONGEST_NAME } from '../accounts/accountPaths.ts';

const subscription = subscriptionView.extend({ provider: z.enum(providerNames) });

const details = subscriptionDetails.extend({ provider: z.enum(providerNames) });

function answerOf(schema: typeof subscription) {
  const described = schema.nullable().describe("The user's subscription with the latest `updatedAt`; null: none");
  return z.object({ subscription: described });
}

const refetches = z.object({ waiting: z.int().min(0), oldestSeconds: z.number().min(0) });

/** The request and response schemas, by their names in the document. */
export const requests = {
  SignUpRequest: z.object({
    name: z.string().max(LONGEST_NAME),
    email: z.email(),
    password: z.string().min(passwordLimits.shortest).max(passwordLimits.longest),
  }),
  SignInRequest: z.object({ email: z.email(), password: z.string() }),
  CheckoutRequest: checkoutInput,
  PortalRequest: portalInput,
  ChangeRequest: changeInput,
  EmbedRequest: embedInput,
};

export const answerSchemas = {
  Error: z.object({ error: z.string().min(1) }),
  AccountError: z.object({
    error: z.string().min(1),
    code: z.string().optional().describe('For programs, such as `PASSWORD_TOO_COMMON`'),
    message: z.string().optional(),
  }),
  SignedIn: z.looseObject({ user: z.looseObject({ id: z.string(), email: z.string(), emailVerified: z.boolean() }) }),
  PublicKeys: z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string() })) }),
  ChangeConflict: z.object({
    error: z.literal('Plan change not possible'),
    conflict: z.object({
      reason: z.enum(conflictReasons).describe(sentencesOf(conflictSentences())),
      until: timestamp.nullable().describe("When it stops being so by itself; null: it doesn't"),
      message: z.string().describe('What to do instead'),
    }),
  }),
  CheckoutSession: z.object({ url: z.url(), sessionId: z.string() }) satisfies z.ZodType<CheckoutSession>,
  SubscriptionAnswer: answerOf(subscription),
  SubscriptionList: z.object({ subscriptions: z.array(details) }),
  ChangedSubscription: z.object({ subscription: details }),
  AccessAnswer: z.object({ access: accessAnswer, token: z.string() }),
  EmbedToken: embedToken,
  ChangesPage: changesPage,
  PaymentPage: z.object({ payments: z.array(paymentView), cursor: z.string().nullable() }),
  PlanList: planList,
  ChangePreview: changePreview,
  PortalSession: z.object({ url: z.url() }) satisfies z.ZodType<PortalSession>,
  Received: z.object({ received: z.literal(true) }),
  Health: z.object({
    process: z.enum(['starting', 'up', 'stopping']),
    database: z.enum(['up', 'down', 'read-only', 'full']).describe('`full`: its disk is full'),
    migrations: z.enum(['applied', 'missing', 'newer']).nullable(),
    refetches: refetches.nullable().describe('Ties that wait for a provider snapshot'),
    selling: z.enum(['on', 'off']).describe('off: nothing can be bought (`SELLING=off`)'),
    version: z.string().describe('Of the service that answers'),
  }) satisfies z.ZodType<Readiness>,
  Live: z.object({ process: z.literal('up') }),
};

export type SchemaName = keyof typeof requests | keyof typeof answerSchemas;

/** Objects that several answers hold: named in the document, and referred to by these names. */
const parts = {
  Timestamp: timestamp,
  Decimal: decimal,
  SubscriptionDetails: details,
  Access: accessAnswer,
  AccessChange: changesPage.shape.changes.element,
  Payment: paymentView,
  Plan: planList.shape.plans.element,
};

type Schemas = Record<string, z.ZodType>;

/** All of them as JSON Schema 2020-12, which OpenAPI 3.1 accepts unchanged, with the names of these plans. */
export function toComponents(plans: Catalogue): Record<string, object> {
  const names = paidPlans(plans).map(({ name }) => `\`${name}\``);
  const plan = z.string().describe(`${names.join(', ')}, or \`unknown\``);
  const own = subscription.extend({ plan });
  return {
    ...convert({ ...requests, CheckoutRequest: sold(plans) }, 'input'),
    ...convert({ ...parts, ...answerSchemas, Subscription: own, SubscriptionAnswer: answerOf(own) }, 'output'),
  };
}

/** The same for any plans file. */
export function toGeneralComponents(): Record<string, object> {
  return {
    ...convert(requests, 'input'),
    ...convert({ ...parts, Subscription: subscription, ...answerSchemas }, 'output'),
  };
}

function convert(named: Schemas, io: 'input' | 'output'): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: (id) => `#/components/schemas/${id}`, override: shorten });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutIdentity(schema)]));
}

/** Leaves out what a reader learns nothing from: a pattern beside a format, and the bounds of any safe integer. */
function shorten({
  jsonSchema,
}: {
  jsonSchema: { format?: string; $ref?: string; pattern?: string; minimum?: number; maximum?: number };
}) {
  if (jsonSchema.format === 'date-time' || jsonSchema.$ref) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function sold(plans: Catalogue) {
  return checkoutInput.extend({ plan: z.enum(soldPlans(plans).map(({ name }) => name)) });
}

function withoutIdentity({ $schema: _, $id: __, ...schema }: { $schema?: string; $id?: string }): object {
  return schema;
}

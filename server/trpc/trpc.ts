import { getTRPCErrorFromUnknown, initTRPC, TRPCError } from '@trpc/server';
import { required } from '../auth/session.ts';
import { permit } from '../billing/permit.ts';
import { AppError, answers, type ErrorCode, toAppError } from '../errors.ts';
import type { Context } from './context.ts';
import { outcomeOf, textOf } from './errors.ts';

/** Proxies close streams that are silent for a minute; a page that misses the pings reconnects. */
const PING_MS = 15_000;

interface Meta {
  /** What the procedure answers to an unexpected error; default: internal. */
  fallback: ErrorCode;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    sse: { ping: { enabled: true, intervalMs: PING_MS }, client: { reconnectAfterInactivityMs: 3 * PING_MS } },
    /** Callers read the table's texts, never a stack or a cause. */
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      message: textOf(error),
      data: {
        code: shape.data.code,
        httpStatus: shape.data.httpStatus,
        path: shape.data.path,
        conflict: error.cause instanceof AppError ? error.cause.conflict : undefined,
      },
    }),
  });

/** Converts any error of a verb to tRPC's error, by the table. */
const translateErrors = t.middleware(async ({ ctx, type, meta, next }) => {
  const result = await next();
  if (result.ok) return result;
  const error = translate(result.error, meta?.fallback);
  // tRPC would answer a stream that was refused before it began like a running one.
  if (type === 'subscription') ctx.refusal = error;
  throw error;
});

/** The same for errors of a running stream. */
export async function* translateStream<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* stream;
  } catch (error) {
    throw translate(getTRPCErrorFromUnknown(error));
  }
}

function translate(error: TRPCError, fallback?: ErrorCode): TRPCError {
  if (error.code !== 'INTERNAL_SERVER_ERROR') return error;
  const cause = toAppError(error.cause ?? error, fallback);
  return new TRPCError({ code: answers[cause.code].trpc, cause });
}

/** A request may batch several calls, whose failures its status hides. */
const countCalls = t.middleware(async ({ ctx, path, next }) => {
  const result = await next();
  ctx.deps.metrics?.countProcedure(path, result.ok ? 'ok' : outcomeOf(result.error));
  return result;
});

export const router = t.router;
export const createCaller = t.createCallerFactory;
export const publicProcedure = t.procedure.use(countCalls).use(translateErrors);

/** Needs a session or a service key; the procedure gets its user. Verbs that write check permissions themselves. */
export const userProcedure = publicProcedure.use(async ({ ctx, type, next }) => {
  const user = await required(ctx.user());
  if (type !== 'mutation') permit(user, 'read');
  return ctx.deps.callerQueues.run(user, () => next({ ctx: { ...ctx, user, billing: ctx.deps.billing } }));
});

/** Not available to services acting for a person, or to anyone for an organisation. */
export const personProcedure = userProcedure.use(({ ctx, next }) => {
  if (ctx.user.key !== undefined || ctx.user.isOrganisation) throw new AppError('forbidden');
  return next();
});

/** Needs a session; the procedure gets its user and the user's subscription. */
export const subscriberProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const subscriber = await required(ctx.subscriber());
  permit(subscriber.user, 'read');
  return next({ ctx: { ...ctx, ...subscriber } });
});

/** Needs a session; the procedure gets the session and its user, for streams that end with it. */
export const sessionProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const session = await required(ctx.session());
  permit(session.user, 'read');
  return next({ ctx: { ...ctx, session } });
});

/** Needs an operator's session. */
export const operatorProcedure = userProcedure.use(({ ctx, next }) => {
  if (!ctx.user.operator) throw new AppError('forbidden');
  return next();
});

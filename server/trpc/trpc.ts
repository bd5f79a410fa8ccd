import { initTRPC, TRPCError } from '@trpc/server';
import { isOperator } from '../auth/operators.ts';
import { required } from '../auth/session.ts';
import { AppError, answers, toAppError } from '../errors.ts';
import type { Context } from './context.ts';
import { outcomeOf, textOf } from './errors.ts';

const t = initTRPC.context<Context>().create({
  /** Callers read the table's texts, never a stack or a cause. */
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    message: textOf(error),
    data: { code: shape.data.code, httpStatus: shape.data.httpStatus, path: shape.data.path },
  }),
});

/** Turns whatever a verb throws into tRPC's error, by the one table. */
const translateErrors = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok || result.error.code !== 'INTERNAL_SERVER_ERROR') return result;
  const cause = toAppError(result.error.cause ?? result.error);
  throw new TRPCError({ code: answers[cause.code].trpc, cause });
});

/** A request may batch several calls, whose failures its status hides. */
const countCalls = t.middleware(async ({ ctx, path, next }) => {
  const result = await next();
  ctx.deps.metrics?.countProcedure(path, result.ok ? 'ok' : outcomeOf(result.error));
  return result;
});

export const router = t.router;
export const createCaller = t.createCallerFactory;
export const publicProcedure = t.procedure.use(countCalls).use(translateErrors);

/** Needs a session; the procedure gets its user. */
export const userProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const user = await required(ctx.user());
  return next({ ctx: { ...ctx, user, billing: ctx.deps.billing } });
});

/** Needs a session; the procedure gets its user and the user's subscription. */
export const subscriberProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const subscriber = await required(ctx.subscriber());
  return next({ ctx: { ...ctx, ...subscriber } });
});

/** Needs a session of someone on the operators' list. */
export const operatorProcedure = userProcedure.use(({ ctx, next }) => {
  if (!isOperator(ctx.user.email, ctx.deps.settings.operatorEmails)) throw new AppError('forbidden');
  return next();
});

import { z } from 'zod';
import type { ContractRequest } from '../../database/generated/client.ts';
import { languages } from '../../mail/language.ts';

const requestKinds = ['cancel', 'withdraw'] as const;
/** When it should end: with the paid time, on a day, or now for an important reason. */
const wishes = ['period_end', 'date', 'now'] as const;
export type Wish = (typeof wishes)[number];
/** `confirmed`: by the mailed link; `done`: the provider has it. */
const requestStates = ['open', 'confirmed', 'done'] as const;

export type RequestKind = (typeof requestKinds)[number];
export type RequestState = (typeof requestStates)[number];

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .transform((value) => value || undefined)
    .optional();

/** What somebody asks for who isn't signed in. */
export const requestInput = z.strictObject({
  kind: z.enum(requestKinds),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  name: text(100),
  contract: text(200),
  reason: text(1_000),
  wish: z.enum(wishes).default('period_end'),
  wishedFor: z.iso.date().optional(),
  language: z.enum(languages),
});
export type RequestInput = z.output<typeof requestInput>;

/** What every asker is answered, whoever has the address. */
export interface Receipt {
  number: string;
  /** ISO 8601: what counts. */
  receivedAt: string;
  /** false: no mail can be sent, so that this answer is the receipt. */
  mailed: boolean;
}

/** A request as its owner sees it. */
export interface OwnRequest {
  number: string;
  kind: RequestKind;
  state: RequestState;
  receivedAt: string;
  /** Nothing is left to do. */
  closed: boolean;
}

export function toOwnRequest({ id, kind, state, receivedAt, closedAt }: ContractRequest): OwnRequest {
  return {
    number: id,
    kind: kind as RequestKind,
    state: state as RequestState,
    receivedAt: receivedAt.toISOString(),
    closed: closedAt !== null,
  };
}

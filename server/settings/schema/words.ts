import { z } from 'zod';

const blankIsAbsent = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);

export const words = (value: string): string[] =>
  value
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** A setting that is blank isn't set. */
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional());

/** Comma-separated. */
export const listOf = <T extends z.ZodType<unknown, string>>(schema: T) =>
  z.string().transform(words).pipe(z.array(schema));

export const origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin);

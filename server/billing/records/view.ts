import { z } from 'zod';

export const timestamp = z.iso.datetime();
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

/**
 * Formats rows by a schema: only its fields, times in ISO 8601, and an empty string for unknown values of fields that
 * are never null.
 */
export function viewOf<View>(schema: z.ZodType<View> & { shape: z.ZodRawShape }): (row: ShownRow<View>) => View {
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    return { name, unknown: z.safeParse(field, null).success ? null : '' };
  });
  return (row) => {
    const view: Record<string, unknown> = {};
    for (const { name, unknown } of fields) {
      const value = row[name as keyof View] ?? unknown;
      view[name] = value instanceof Date ? value.toISOString() : value;
    }
    return view as View;
  };
}

/** What a row must contain to be formatted. */
type ShownRow<View> = { readonly [Name in keyof View]: View[Name] | string | Date | null };

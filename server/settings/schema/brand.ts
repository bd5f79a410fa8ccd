import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import { type Brand, DEFAULT_COLOR } from '../../brand/brand.ts';
import { optional } from './words.ts';

const MOST_BYTES = 256 * 1024;
const TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};

const logo = z.string().transform((path, context): NonNullable<Brand['logo']> => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const contentType = TYPES[extname(path).toLowerCase()];
  if (!contentType) return refuse('must be a file that ends in .svg, .png, .webp or .jpg');
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return refuse(`there is no file ${path}`);
  if (size > MOST_BYTES) return refuse('must be at most 256 kB');
  return { contentType, body: readFileSync(path) };
});

const support = z
  .union([z.email(), z.url({ protocol: /^https?$/ })], { error: 'must be an e-mail address or an https address' })
  .transform((value) => (value.includes('://') ? value : `mailto:${value}`));

export const brandShape = {
  BRAND_NAME: optional(
    z
      .string()
      .trim()
      .max(60)
      .regex(/^[^\r\n]*$/, 'must be one line'),
  ),
  BRAND_LOGO: optional(logo),
  BRAND_COLOR: optional(z.string().regex(/^#([\da-f]{3}|[\da-f]{6})$/i, 'must be a color such as #2745e0')),
  BRAND_SUPPORT: optional(support),
};

export function brandSettings(given: z.output<z.ZodObject<typeof brandShape>>): Brand {
  return {
    name: given.BRAND_NAME ?? null,
    color: given.BRAND_COLOR?.toLowerCase() ?? DEFAULT_COLOR,
    logo: given.BRAND_LOGO ?? null,
    support: given.BRAND_SUPPORT ?? null,
  };
}

import { z } from 'zod';
import { socialNames } from '../../auth/social/companies.ts';
import type { SocialSettings } from '../../auth/social/socialPlugin.ts';
import type { Settings } from '../types.ts';
import { optional } from './words.ts';

const client = z
  .string()
  .trim()
  .regex(/^[^:\s]+:\S+$/, 'must be id:secret, as issued by the social provider')
  .transform((value) => {
    const colon = value.indexOf(':');
    return { id: value.slice(0, colon), secret: value.slice(colon + 1) };
  });

/** Social providers that people can sign in with. */
export const socialShape = {
  SOCIAL_GOOGLE: optional(client),
  SOCIAL_GITHUB: optional(client),
  SOCIAL_URL: optional(z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))),
};
type SocialInput = z.output<z.ZodObject<typeof socialShape>>;

export function socialSettings(given: SocialInput): SocialSettings {
  return { clients: { google: given.SOCIAL_GOOGLE, github: given.SOCIAL_GITHUB }, standIn: given.SOCIAL_URL };
}

/** The configured social providers, in the order of their buttons. */
export const socialNamesOf = ({ clients }: SocialSettings) => socialNames.filter((name) => clients[name]);

/** Settings that would have no effect. */
export function socialProblems({ social, login }: Pick<Settings, 'social' | 'login'>): string[] {
  if (!login) return [];
  return socialNamesOf(social).map(
    (name) => `SOCIAL_${name.toUpperCase()}: users sign in elsewhere, because AUTH_JWKS_URL is set`,
  );
}

/** Whoever controls this address can sign in as anyone. */
export function socialUnfitForProduction({ social }: Pick<Settings, 'social'>): string[] {
  return social.standIn === undefined
    ? []
    : ['SOCIAL_URL: must not be set in production: it replaces the social providers'];
}

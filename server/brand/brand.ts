import { rolesOf, type Scheme } from './roles.ts';

/** What an adopter says of itself. */
export interface Brand {
  /** null: pages are headed by what they are for. */
  name: string | null;
  /** Hex. */
  color: string;
  /** null: a drawn one in the brand's colour. */
  logo: { contentType: string; body: Buffer } | null;
  /** Where people get help: `mailto:` or `https:`; null: nowhere is named. */
  support: string | null;
}

export const DEFAULT_COLOR = '#2745e0';
export const plainBrand: Brand = { name: null, color: DEFAULT_COLOR, logo: null, support: null };

/** The colours as custom properties, computed for browsers of any age; `data-color-scheme` overrides the system's scheme. Paper is light. */
export function colorSheet({ color }: Pick<Brand, 'color'>): string {
  const values = (scheme: Scheme) =>
    Object.entries(rolesOf(color, scheme))
      .map(([role, value]) => `--${role}:${value}`)
      .join(';');
  const [light, dark] = [values('light'), values('dark')];
  const clear = (ink: string, hair: string) => `--ink-2:${ink};--hair:${hair}`;
  return [
    `:root{color-scheme:light dark;${light}}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-color-scheme=light]){${dark}}}`,
    ':root[data-color-scheme=light]{color-scheme:light}',
    `@media screen{:root[data-color-scheme=dark]{color-scheme:dark;${dark}}}`,
    `@media (prefers-contrast:more){:root{${clear('var(--ink)', 'var(--edge)')}}}`,
  ].join('\n');
}

/** The line of charges: what was, where one is, what comes. */
export function drawnLogo({ color }: Pick<Brand, 'color'>): string {
  const { accent, 'on-accent': words } = rolesOf(color, 'light');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${accent}"/><path d="M6.5 16h9.5" stroke="${words}" stroke-width="3" stroke-linecap="round"/><path d="M16 16h9.5" stroke="${words}" stroke-width="3" stroke-linecap="round" opacity=".4"/><circle cx="16" cy="16" r="4" fill="${accent}" stroke="${words}" stroke-width="3"/></svg>`;
}

import { said } from '../brand.ts';

/** The path under which this site lives; empty: it has its host to itself. On the server: see `render.tsx`. */
export const site = { base: said('base') ?? '' };

/** What browsers call a path of this site. */
export const addressAt = (path: string) => site.base + path;
/** And back. */
export const pathAt = (address: string) =>
  address.startsWith(site.base) ? address.slice(site.base.length) || '/' : address;

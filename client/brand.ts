/** What the document says of the adopter; null: nothing. On the server there is none: see `render.tsx`. */
export const said = (name: string) =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;

export const brand = {
  name: said('application-name'),
  /** Where people get help: `mailto:` or `https:`. */
  support: said('support'),
};

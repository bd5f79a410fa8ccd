/** What the document says of the adopter; null: nothing. */
const said = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;

export const brand = {
  name: said('application-name'),
  /** Where people get help: `mailto:` or `https:`. */
  support: said('support'),
};

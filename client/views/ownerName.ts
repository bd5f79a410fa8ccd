/** An organisation's name; null: the id is a person's. The login names it by this id alone. */
export function organisationName(id: string): string | null {
  return id.startsWith('org:') ? id.slice('org:'.length) : null;
}

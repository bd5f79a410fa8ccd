/** The text as a pattern of LIKE that matches it alone. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Escapes a text as a LIKE pattern that matches only itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

export interface Refusal {
  error: string;
  code?: string;
}

/** Whether a sentence of the document names an answer's text (`…` and `<…>` stand for a name), or says that a code tells more. */
export function isSaid([when, { error, code }]: [string, Refusal]): boolean {
  const texts = [...when.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  const patterns = texts.map((text) => text.replace(/[.()]/g, '\\$&').replace(/…|<\w+>/g, '.+'));
  return new RegExp(`^(${patterns.join('|')})$`).test(error) || (code !== undefined && texts.includes('code'));
}

/** Sentences of the server's by their own words, with `{}` for what they name; in the reader's language. */
export type ServerWords = Readonly<Record<string, string>>;

/** What each plan is called, and one that nobody knows. */
export function planWords(plans: readonly string[], planName: (plan: string) => string): ServerWords {
  return Object.fromEntries([...plans, 'unknown'].map((plan) => [plan, planName(plan)]));
}

/** For readers of English: every sentence is its own words. */
export function asSaid<Subject extends string>(words: Record<Subject, ServerWords>): Record<Subject, ServerWords> {
  const said = { ...words };
  for (const subject in said) said[subject] = Object.fromEntries(Object.keys(words[subject]).map((one) => [one, one]));
  return said;
}

/** A sentence in the reader's words, and so what it names. Whatever is in no list (a provider's word, a person's) stays. */
export function inOwnWords(sentence: string, words: ServerWords): string {
  if (Object.hasOwn(words, sentence)) return words[sentence] ?? sentence;
  for (const known of mostTelling(words)) {
    const named = patternOf(known).exec(sentence)?.slice(1);
    if (named)
      return fill(
        words[known] ?? known,
        named.map((value) => inOwnWords(value, words)),
      );
  }
  return sentence;
}

/** Those that name something, the one with the most words of its own first. */
function mostTelling(words: ServerWords): string[] {
  const naming = Object.keys(words).filter((known) => known.includes('{}'));
  return naming.sort((a, b) => b.replaceAll('{}', '').length - a.replaceAll('{}', '').length);
}

function patternOf(known: string): RegExp {
  const literal = known.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${literal.join('(.+?)')}$`, 's');
}

function fill(sentence: string, values: readonly string[]): string {
  return sentence.split('{}').reduce((before, part, at) => `${before}${values[at - 1] ?? ''}${part}`);
}

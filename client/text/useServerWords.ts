import { trpc } from '../trpc.ts';
import { asSaid, inOwnWords, planWords, type ServerWords } from '../views/serverWords.ts';
import { lazyCopy } from './lazyCopy.ts';
import type { serverWordsDe } from './serverWords.de.ts';
import { useText } from './useText.tsx';

type Subject = keyof typeof serverWordsDe;

/** The server speaks English; its sentences are known to readers of English, too, for the plans in them. */
const serverWords = lazyCopy<Record<Subject, ServerWords>>(async (language) => {
  const { serverWordsDe } = await import('./serverWords.de.ts');
  return language === 'de' ? serverWordsDe : asSaid(serverWordsDe);
});

/** The server's sentences hold times as programs write them. */
const TIMESTAMP = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** What the server said about a subject, in the reader's language. */
export function useServerWords(): (subject: Subject, sentence: string) => string {
  const { format, language, planName } = useText();
  const words = serverWords.use(language);
  const { data } = trpc.plans.list.useQuery(undefined, { staleTime: 60_000 });
  const plans = planWords(Object.keys(data?.names ?? {}), planName);
  return (subject, sentence) => inOwnWords(sentence, { ...plans, ...words[subject] }).replace(TIMESTAMP, format.time);
}

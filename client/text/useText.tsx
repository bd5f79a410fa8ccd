import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { createFormat, type Format } from '../format.ts';
import { useTaken } from '../known.ts';
import { trpc } from '../trpc.ts';
import { planNameIn } from '../views/planName.ts';
import type { FirstCopy } from './en.ts';
import { keepLanguage, type Language, loadCopy, localeOf, readLanguage } from './language.ts';
import { loadShown } from './lazyCopy.ts';

interface Text {
  copy: FirstCopy;
  format: Format;
  language: Language;
  /** Loads a language, shows it and keeps it for the next visit. */
  choose(language: Language): Promise<void>;
  /** A plan's name as people read it. */
  planName(plan: string): string;
  /** A text of the plans file in the reader's language. */
  said<T>(texts: { en: T; de?: T }): T;
}

const TextContext = createContext<Text | null>(null);

interface TextProviderProps {
  initial: { language: Language; copy: FirstCopy };
  children: ReactNode;
}

export function TextProvider({ initial, children }: TextProviderProps) {
  const [{ language, copy }, setShown] = useState(initial);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const names = trpc.plans.list.useQuery(undefined, { staleTime: 60_000 }).data?.names;
  const taken = useTaken();
  const text = useMemo<Text>(() => {
    const said: Text['said'] = (texts) => texts[language] ?? texts.en;
    return {
      copy,
      language,
      format: taken ? createFormat(taken.locale, 'UTC') : createFormat(localeOf(language, navigator.languages)),
      async choose(next) {
        keepLanguage(next);
        const [texts] = await Promise.all([loadCopy(next), loadShown(next)]);
        // Of two choices the last one counts, whichever arrives first.
        if (readLanguage() === next) setShown({ language: next, copy: texts });
      },
      said,
      planName: (plan) => planNameIn(names, plan, said) ?? copy.unknownPlan,
    };
  }, [copy, language, names, taken]);
  return <TextContext value={text}>{children}</TextContext>;
}

export function useText(): Text {
  const text = useContext(TextContext);
  if (!text) throw new Error('useText needs a TextProvider above it');
  return text;
}

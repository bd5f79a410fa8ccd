import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { createFormat, type Format } from '../format.ts';
import type { Copy } from './en.ts';
import { keepLanguage, type Language, loadCopy, localeOf } from './language.ts';

interface Text {
  copy: Copy;
  format: Format;
  language: Language;
  /** Loads a language, shows it and keeps it for the next visit. */
  choose(language: Language): Promise<void>;
  /** A plan's name as people read it. */
  planName(plan: string): string;
}

const TextContext = createContext<Text | null>(null);

interface TextProviderProps {
  initial: { language: Language; copy: Copy };
  children: ReactNode;
}

export function TextProvider({ initial, children }: TextProviderProps) {
  const [{ language, copy }, setShown] = useState(initial);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const text = useMemo<Text>(
    () => ({
      copy,
      language,
      format: createFormat(localeOf(language, navigator.languages)),
      async choose(next) {
        setShown({ language: next, copy: await loadCopy(next) });
        keepLanguage(next);
      },
      planName: (plan) => copy.planNames[plan] ?? copy.unknownPlan,
    }),
    [copy, language],
  );
  return <TextContext value={text}>{children}</TextContext>;
}

export function useText(): Text {
  const text = useContext(TextContext);
  if (!text) throw new Error('useText needs a TextProvider above it');
  return text;
}

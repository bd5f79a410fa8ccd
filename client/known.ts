import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Language } from './text/language.ts';
import type { LoginView, PlanList, User } from './trpc.ts';

/** What the server knew when it wrote the document, so that no page has to ask for it again. */
export interface Known {
  language: Language;
  /** BCP 47, for numbers and dates. */
  locale: string;
  /** ISO 8601. */
  now: string;
  plans: PlanList;
  login: LoginView;
  /** null: nobody is signed in; absent: it wasn't asked. */
  me?: User | null;
}

/** Null where the document was not written for this page. */
export function readKnown(): Known | null {
  const written = document.getElementById('known')?.textContent;
  return written ? (JSON.parse(written) as Known) : null;
}

export const KnownContext = createContext<Known | null>(null);

const never = () => () => {};

/** What the server wrote with, while the browser takes its page over; null: the page is the browser's own by now. */
export function useTakenOver(): Known | null {
  const known = useContext(KnownContext);
  const isTaking = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  return isTaking ? known : null;
}

/** Now; while a page is taken over, when it was written. */
export function useNow(): Date {
  const known = useTakenOver();
  return known ? new Date(known.now) : new Date();
}

import { createContext, startTransition, useContext, useEffect, useState } from 'react';
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

/** Null where the server wrote nothing into the document, as while developing. */
export function readKnown(): Known | null {
  const written = document.getElementById('known')?.textContent;
  return written ? (JSON.parse(written) as Known) : null;
}

/** What the server wrote the page with, while React takes it over; null: the page is the browser's own by now. */
const TakenContext = createContext<Known | null>(null);
export const TakenProvider = TakenContext.Provider;
export const useTaken = (): Known | null => useContext(TakenContext);

/** Lets go of what the server wrote with as soon as all of its page is taken over. */
export function useTaking(written: Known | null): Known | null {
  const [taken, setTaken] = useState(written);
  useEffect(() => startTransition(() => setTaken(null)), []);
  return taken;
}

/** Now; while a page is taken over, when it was written. */
export function useNow(): Date {
  const taken = useTaken();
  return taken ? new Date(taken.now) : new Date();
}

import { createContext, useContext } from 'react';
import { organisationPath } from '../views/paths.ts';

/** Whether the page acts for the reader's organisation. */
export const ActingContext = createContext(false);

/** Turns a page's path into that of the same page for whom the reader acts. */
export function useWay(): (path: string) => string {
  return useContext(ActingContext) ? organisationPath : (path) => path;
}

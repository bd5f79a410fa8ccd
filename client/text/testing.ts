import { de } from './de.ts';
import { en } from './en.ts';
import { operatorDe } from './operator.de.ts';
import { operatorEn } from './operator.en.ts';
import { pagesDe } from './pages.de.ts';
import { pagesEn } from './pages.en.ts';

/** What pages load in parts. */
export const allEn = { ...en, ...pagesEn, ...operatorEn };
export const allDe = { ...de, ...pagesDe, ...operatorDe };

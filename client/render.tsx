import { renderToString } from 'react-dom/server';
import { filesOf, firstRequestOf, loadPage } from './App.tsx';
import { brand } from './brand.ts';
import type { Known } from './known.ts';
import { site } from './router/site.ts';
import { Site } from './Site.tsx';
import { type Language, loadCopy } from './text/language.ts';
import { offersOf } from './views/structuredData.ts';

export { filesOf, firstRequestOf };

interface Written {
  title: string;
  description: string;
  /** Schema.org's words for what is sold. */
  data: object;
  /** What React takes over. */
  body: string;
}

interface WrittenPage {
  place: { pathname: string; search: string };
  known: Known;
  brand: { name: string | null; support: string | null };
  /** Where this site begins, without a slash at the end. */
  baseUrl: string;
}

/** The plans page as the server sends it. Runs there, built for itself by `.config/build.mjs`. */
export async function writePlans({ place, known, brand: worn, baseUrl }: WrittenPage): Promise<Written> {
  Object.assign(brand, worn);
  site.base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const language: Language = known.language;
  const [copy] = await Promise.all([loadCopy(language), loadPage(place.pathname)]);
  const name = worn.name ?? copy.app.name;
  return {
    title: `${copy.plans.title} · ${name}`,
    description: `${copy.plans.heading} ${copy.plans.lead}`,
    data: offersOf(known.plans, { language, brand: name, address: `${baseUrl}/pricing` }),
    body: renderToString(<Site isWritten known={known} initial={{ language, copy }} place={place} />),
  };
}

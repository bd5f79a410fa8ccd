import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A page as `client/render.tsx` writes it. */
export interface Written {
  title: string;
  description: string;
  data: object;
  body: string;
}

/** The pages' own code, built for the server. */
export interface Renderer {
  /** What the page at a path is made of, by the names of Vite's manifest. */
  filesOf(pathname: string, language: string): string[];
  /** What the page at a path asks for first, from the site's root; null: nothing. */
  firstRequestOf(pathname: string): string | null;
  writePlans(page: {
    place: { pathname: string; search: string };
    known: object;
    brand: { name: string | null; support: string | null };
    baseUrl: string;
  }): Promise<Written>;
}

/** null: the pages aren't built, as in tests. */
export async function loadRenderer(folder: string): Promise<Renderer | null> {
  const file = join(folder, 'render.js');
  return existsSync(file) ? ((await import(pathToFileURL(file).href)) as Renderer) : null;
}

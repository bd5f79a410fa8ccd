import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const REGULAR = /[.*+?^${}()|[\]\\]/g;

/**
 * Translates places in the bundles of `dist/server` below a root into places in the sources, by the maps that lie beside
 * the bundles. A map is read when the first error needs it: Node's own way (`--enable-source-maps`) keeps the maps of
 * every package in memory from the start, 40 MB.
 */
export function sourcePlaces(root: string): (text: string) => string {
  const folder = join(root, 'dist/server');
  const prefix = `${pathToFileURL(folder).href}/`;
  const place = new RegExp(`${prefix.replaceAll(REGULAR, '\\$&')}([\\w-]+\\.js):(\\d+):(\\d+)`, 'g');
  const maps = new Map<string, SourceMap>();

  function mapOf(bundle: string): SourceMap | undefined {
    if (!maps.has(bundle)) {
      const map = readMap(join(folder, `${bundle}.map`));
      if (map) maps.set(bundle, map);
    }
    return maps.get(bundle);
  }

  function translate(found: string, ...[bundle = '', line, column]: string[]): string {
    const entry = mapOf(bundle)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return found;
    const source = relative(root, join(folder, entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  }

  return (text) => (text.includes(prefix) ? text.replace(place, translate) : text);
}

/** null: there is none, or a build is just writing it. */
function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

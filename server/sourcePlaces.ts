import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const REGULAR = /[.*+?^${}()|[\]\\]/g;
const MAPS_KEPT_MS = 1_000;
const MOST_PLACES = 2_000;

/**
 * Translates places in the bundles of `dist/server` below a root into places in the sources, by the maps that lie beside
 * the bundles. A map is read when an error needs it and soon forgotten: parsed, they take 12 MB, and Node's own way
 * (`--enable-source-maps`) keeps the maps of every package from the start, 40 MB. The places found are remembered.
 */
export function sourcePlaces(root: string, mapsKeptMs = MAPS_KEPT_MS): (text: string) => string {
  const folder = join(root, 'dist/server');
  const prefix = `${pathToFileURL(folder).href}/`;
  const place = new RegExp(`${prefix.replaceAll(REGULAR, '\\$&')}([\\w-]+\\.js):(\\d+):(\\d+)`, 'g');
  const maps = new Map<string, SourceMap>();
  const places = new Map<string, string>();

  function mapOf(bundle: string): SourceMap | undefined {
    if (!maps.has(bundle)) {
      const map = readMap(join(folder, `${bundle}.map`));
      if (!map) return undefined;
      if (maps.size === 0) setTimeout(() => maps.clear(), mapsKeptMs).unref();
      maps.set(bundle, map);
    }
    return maps.get(bundle);
  }

  function find(found: string, ...[bundle = '', line, column]: string[]): string {
    const entry = mapOf(bundle)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return found;
    const source = relative(root, join(folder, entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  }

  function translate(found: string, ...parts: string[]): string {
    const known = places.get(found);
    if (known) return known;
    const place = find(found, ...parts);
    if (places.size >= MOST_PLACES) places.clear();
    if (place !== found) places.set(found, place);
    return place;
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

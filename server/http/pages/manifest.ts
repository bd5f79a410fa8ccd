/** What Vite says of a built file, by the path of its source from `client/`. */
export type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** Where Vite keeps it; no page asks for it. */
export const MANIFEST = '/.vite/manifest.json';

/** The links that let a browser fetch at once what pages of these sources need, instead of one file after another. */
export function preloadsOf(manifest: Manifest, sources: readonly string[], base = ''): string {
  const found = new Set<string>();
  const add = (source: string) => {
    if (found.has(source) || !manifest[source]) return;
    found.add(source);
    for (const each of manifest[source]?.imports ?? []) add(each);
  };
  sources.forEach(add);
  // The document names these itself.
  const entry = new Set(manifest['index.html'] ? ['index.html', ...(manifest['index.html'].imports ?? [])] : []);
  const built = [...found].filter((source) => !entry.has(source)).map((source) => manifest[source]);
  const scripts = built.map((each) => `<link rel="modulepreload" href="${base}/${each?.file}" />`);
  const sheets = new Set(built.flatMap((each) => each?.css ?? []));
  return [...[...sheets].map((css) => `<link rel="stylesheet" href="${base}/${css}" />`), ...scripts].join('');
}

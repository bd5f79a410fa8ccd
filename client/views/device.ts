/** Newer names first: most browsers also name those that they descend from. */
const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Version\/.*Safari\//],
];
const systems: [name: string, mark: RegExp][] = [
  ['iOS', /iPhone|iPad/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
];

/** Which browser and system a User-Agent header names; null: none that we know. */
export function deviceOf(userAgent: string | null | undefined): { browser: string; system: string } | null {
  const find = (list: typeof browsers) => list.find(([, mark]) => mark.test(userAgent ?? ''))?.[0];
  const [browser, system] = [find(browsers), find(systems)];
  return browser && system ? { browser, system } : null;
}

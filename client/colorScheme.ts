/** `auto`: what the system says, by the style sheet alone. */
export const colorSchemes = ['auto', 'light', 'dark'] as const;
export type ColorScheme = (typeof colorSchemes)[number];

/** public/color-scheme.js reads the same key, before the first paint. */
const KEY = 'color-scheme';

export function readColorScheme(): ColorScheme {
  const shown = document.documentElement.dataset.colorScheme;
  return colorSchemes.find((scheme) => scheme === shown) ?? 'auto';
}

/** Shows a scheme, and keeps it for the next visit where the browser lets us. */
export function keepColorScheme(scheme: ColorScheme): void {
  document.documentElement.dataset.colorScheme = scheme;
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // Storage may be forbidden; then it holds for this page.
  }
}

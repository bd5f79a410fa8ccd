import { expect, test } from 'vitest';
import { preloadsOf } from './manifest.ts';

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_shared.js'], css: ['assets/index.css'] },
  '_shared.js': { file: 'assets/shared.js' },
  '_line.js': { file: 'assets/line.js', imports: ['_shared.js'], css: ['assets/line.css'] },
  'pages/A.tsx': { file: 'assets/a.js', imports: ['index.html', '_line.js'], css: ['assets/a.css'] },
};

test('names what a page needs beside the entry, once each, sheets first', () => {
  expect(preloadsOf(manifest, ['pages/A.tsx', 'pages/A.tsx'])).toBe(
    [
      '<link rel="stylesheet" href="/assets/a.css" />',
      '<link rel="stylesheet" href="/assets/line.css" />',
      '<link rel="modulepreload" href="/assets/a.js" />',
      '<link rel="modulepreload" href="/assets/line.js" />',
    ].join(''),
  );
});

test('below a path, too', () => {
  expect(preloadsOf(manifest, ['_shared.js', '_line.js'], '/billing')).toContain('href="/billing/assets/line.js"');
});

test('what was not built is left out', () => {
  expect(preloadsOf(manifest, ['pages/Other.tsx'])).toBe('');
});

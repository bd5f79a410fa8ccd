import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { rolesOf } from './roles.ts';

const client = join(import.meta.dirname, '../../client');
const sources = readdirSync(client, { recursive: true })
  .map(String)
  .filter((path) => /\.(css|tsx?)$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(client, path), 'utf8').replaceAll(/\/\*.*?\*\//gs, '') }));
/** The page of all parts uses everything. */
const isBook = (path: string) => path.startsWith('look/book/');
const pages = sources.filter(({ path }) => !isBook(path));
const pageText = pages.map(({ text }) => text).join('\n');
const found = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];

test('each custom property is defined, and used by a page', () => {
  const roles = Object.keys(rolesOf('#2745e0', 'light')).map((role) => `--${role}`);
  const defined = [...found(pageText, /(--[\w-]+)'?\s*:/g), ...roles];
  const used = found(pageText, /var\((--[\w-]+)/g);
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((name) => !defined.includes(name))).toEqual([]);
  expect(defined.filter((name) => !used.includes(name))).toEqual([]);
});

const classesIn = (css: string) => found(css.replaceAll(/"[^"]*"/g, ''), /\.([a-z][\w-]*)/gi);

test('each class of a sheet is used by a component that has the sheet', () => {
  const unused = sources
    .filter(({ path }) => path.endsWith('.module.css'))
    .flatMap(({ path, text }) => {
      const users = sources.filter((source) => source.text.includes(`/${basename(path)}'`)).map((user) => user.text);
      return classesIn(text)
        .filter((name) => !users.some((user) => new RegExp(`\\.${name}\\b`).test(user)))
        .map((name) => `${path}: .${name}`);
    });
  expect(unused).toEqual([]);
});

test('each class of the base is used by a page', () => {
  const base = sources.find(({ path }) => path === 'look/base.css');
  const words = pages.filter(({ path }) => path.endsWith('.tsx')).flatMap(({ text }) => text.match(/[\w-]+/g) ?? []);
  expect(classesIn(base?.text ?? '').filter((name) => !words.includes(name))).toEqual([]);
});

/** They are the frame of the book itself. */
const FRAME = ['Announcer', 'CrashBoundary', 'DataTable', 'Facts', 'Field', 'Footer', 'Header', 'Heading', 'Layout'];

test('each component is used by a page, and each of ui/ is in the book', () => {
  const names = sources.flatMap(({ path }) => (/^components\/.*\.tsx$/.test(path) ? [`/${basename(path)}'`] : []));
  expect(names.filter((name) => !pageText.includes(name))).toEqual([]);
  const shown = sources
    .filter(({ path }) => isBook(path))
    .map(({ text }) => text)
    .join('\n');
  const parts = sources.flatMap(({ path }) => /^components\/ui\/(\w+)\.tsx$/.exec(path)?.[1] ?? []);
  expect(parts.filter((name) => !shown.includes(`/${name}.tsx'`))).toEqual(FRAME);
});

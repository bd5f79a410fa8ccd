import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Manifest {
  dependencies: Record<string, string>;
}

const folder = import.meta.dirname;
const manifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.ts$/.test(path) && !/(\.test|testing)\.ts$/.test(path))
  .map((path) => readFileSync(join(folder, path), 'utf8'));

test("its imports are in its package.json, in the service's versions", () => {
  const { dependencies } = manifest(join(folder, 'package.json'));
  const imported = sources.flatMap((text) => [...text.matchAll(/ from '([^.'][^']*)'/g)].map(([, name = '']) => name));
  const packages = [...new Set(imported)].filter((name) => !isBuiltin(name));
  expect(packages.sort()).toEqual(Object.keys(dependencies).sort());
  const ours = manifest(join(folder, '../../package.json')).dependencies;
  for (const [name, version] of Object.entries(dependencies)) expect(ours[name], name).toBe(version);
});

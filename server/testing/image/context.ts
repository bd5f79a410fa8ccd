import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const lines = (text: string) => text.split('\n').filter(Boolean);

/** The files that the build may copy: those in git without the paths in .dockerignore (plain paths, no patterns). */
export function contextFiles(root: string): string[] {
  const ignored = lines(readFileSync(join(root, '.dockerignore'), 'utf8'));
  const pattern = ignored.find((line) => /[*?!#[]/.test(line));
  if (pattern) throw new Error(`.dockerignore has a pattern that is not checked: ${pattern}`);
  const files = lines(
    execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }),
  );
  return files
    .filter((file) => existsSync(join(root, file)))
    .filter((file) => !ignored.some((path) => isWithin(file, path)));
}

/** Whether the file is the source of a COPY or inside it. */
export function isWithin(file: string, source: string): boolean {
  const path = source.replace(/^\.(\/|$)/, '').replace(/\/$/, '');
  return path === '' || file === path || file.startsWith(`${path}/`);
}

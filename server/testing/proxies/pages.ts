import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../settings/packageRoot.ts';

/** The lines of a page's only block in that language. */
export function blockOf(page: string, language: string): string {
  const text = readFileSync(join(packageRoot(), page), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, name]) => name === language);
  const [, , lines] = blocks[0] ?? [];
  if (blocks.length !== 1 || !lines) throw new Error(`${page} has ${blocks.length} blocks of ${language}`);
  return lines;
}

/** The same lines with what belongs to this machine; every text must be there. */
export function adapt(lines: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The page says no more: ${from}`);
    return text.replaceAll(from, to);
  }, lines);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../settings/packageRoot.ts';

/** The text of a page's only code block in this language. */
export function blockOf(page: string, language: string): string {
  const text = readFileSync(join(packageRoot(), page), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, name]) => name === language);
  const [, , lines] = blocks[0] ?? [];
  if (blocks.length !== 1 || !lines) throw new Error(`${page} has ${blocks.length} blocks of ${language}`);
  return lines;
}

/** Replaces documented values by this machine's; each of them must occur. */
export function adapt(lines: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The page no longer contains: ${from}`);
    return text.replaceAll(from, to);
  }, lines);
}

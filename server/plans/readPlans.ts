import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type { z } from 'zod';
import { type Catalogue, toCatalogue } from './catalogue.ts';
import { checkPlans, type Problem } from './checkPlans.ts';
import { planFile } from './planFile.ts';

/** The file that ships with the service: next to this module, and next to the bundle that includes it. */
export const defaultPlansFile = fileURLToPath(new URL('./plans.yaml', import.meta.url));

export interface ReadPlans {
  /** null: the file is invalid. */
  catalogue: Catalogue | null;
  /** Each as `file:line:column: where: what`. */
  problems: string[];
}

/** Reads and checks a plans file; every problem is found at once. */
export function readPlans(file: string): ReadPlans {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return { catalogue: null, problems: [`${file}: cannot be read`] };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const tell = (offset: number, message: string) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}: ${message}`;
  };
  if (document.errors.length > 0) {
    return { catalogue: null, problems: document.errors.map(({ pos, message }) => tell(pos[0], message)) };
  }
  const value: unknown = document.toJS();
  const read = planFile.safeParse(value);
  const found: Problem[] = [...(read.error?.issues.flatMap(toProblems) ?? []), ...checkPlans(value)];
  const problems = found.map(({ path, message, isName }) =>
    tell(offsetOf(document.contents, { path, isName }), [path.join('.'), message].filter(Boolean).join(': ')),
  );
  return { catalogue: read.data && problems.length === 0 ? toCatalogue(read.data, file) : null, problems };
}

function toProblems(issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: 'is not a known name', isName: true }));
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ path, message }));
  return [{ path, message: issue.message }];
}

/** The position of a value; for a missing value, the position of the name that lacks it. */
function offsetOf(contents: Node | null, { path, isName }: Pick<Problem, 'path' | 'isName'>): number {
  let node: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  for (const part of path) {
    const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === part) : undefined;
    if (!pair) return offset;
    if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
    node = pair.value;
  }
  return !isName && isScalar(node) && node.value !== null ? (node.range?.[0] ?? offset) : offset;
}

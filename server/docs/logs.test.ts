import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { packageRoot } from '../settings/packageRoot.ts';

/** The fields of log lines are those of logs.md. */
const server = join(packageRoot(), 'server');
const rows = readFileSync(join(server, 'docs/logs.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const documented = rows.flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));

const ELSEWHERE = /\.test\.ts$|^(testing|bench|sandbox|cli|packages)\/|\/generated\//;
const LEVELS = /^(debug|info|warn|error|fatal)$/;
const isLog = (text: string) => /\blog$/i.test(text);

function isLogCall(called: ts.Expression): boolean {
  if (ts.isElementAccessExpression(called)) return isLog(called.expression.getText());
  return ts.isPropertyAccessExpression(called) && LEVELS.test(called.name.text) && isLog(called.expression.getText());
}

/** The names in object literals that log calls are given. */
function fieldsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(server, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isLogCall(node.expression))
      for (const given of node.arguments.filter(ts.isObjectLiteralExpression))
        for (const field of given.properties) if (field.name) found.push(field.name.getText());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = readdirSync(server, { recursive: true, encoding: 'utf8' });
const used = new Map(
  files
    .filter((file) => file.endsWith('.ts') && !ELSEWHERE.test(file))
    .flatMap((file) => fieldsIn(file).map((field) => [field, file] as const)),
);

test('each field that the code logs is documented', () => {
  expect(used.size).toBeGreaterThan(30);
  expect([...used].filter(([field]) => !documented.includes(field))).toEqual([]);
});

test('each field is documented once, with its type', () => {
  expect(documented.filter((name, index) => documented.indexOf(name) !== index)).toEqual([]);
  for (const [, names, type] of rows)
    expect([names, type]).toEqual([names, expect.stringMatching(/^(text|number|object|array|number or text)$/)]);
});

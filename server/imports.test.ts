import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

interface Import {
  /** A path below the project's root, or a package's name. */
  target: string;
  typeOnly: boolean;
}

interface Source {
  path: string;
  text: string;
  imports: Import[];
  isTest: boolean;
}

const root = resolve(import.meta.dirname, '..');

function findFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('database/generated/'));
}

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const isTest = /\.(test|spec)\.tsx?$/.test(path) || /(^|\/)(testing|testing\.ts|fixtures|e2e)(\/|$)/.test(path);
  return { path, text, imports: importsOf(path, text), isTest };
}

function importsOf(path: string, text: string): Import[] {
  const imports: Import[] = [];
  const add = (node: ts.Node | undefined, typeOnly: boolean) => {
    if (!node || !ts.isStringLiteralLike(node)) return;
    const local = node.text.startsWith('.');
    imports.push({ target: local ? relative(root, resolve(root, dirname(path), node.text)) : node.text, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return imports;
}

function hasAny(path: string, text: string): boolean {
  const isAny = (node: ts.Node): boolean =>
    node.kind === ts.SyntaxKind.AnyKeyword || (ts.forEachChild(node, (child) => isAny(child) || undefined) ?? false);
  return isAny(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  return !name && namedBindings !== undefined && ts.isNamedImports(namedBindings)
    ? namedBindings.elements.length > 0 && namedBindings.elements.every((element) => element.isTypeOnly)
    : false;
}

const sources = ['server', 'client', 'e2e', 'prisma'].flatMap(findFiles).map(read);
const productive = sources.filter(({ isTest }) => !isTest);
const providers = ['alpha', 'beta', 'gamma'];

const within = (folder: string) => productive.filter(({ path }) => path.startsWith(folder));
const isPackage = (target: string) => !/^(server|client|e2e|prisma)\//.test(target);

/** `file -> target` for every import that is not allowed. */
function offences(found: Source[], allowed: (entry: Import, source: Source) => boolean): string[] {
  return found.flatMap((source) =>
    source.imports.filter((entry) => !allowed(entry, source)).map(({ target }) => `${source.path} -> ${target}`),
  );
}

const ADAPTER_TYPES = 'server/adapters/adapter.ts';
const SHARED_BY_ADAPTERS = ['adapter', 'read', 'hmac', 'http', 'prices', 'sample'].map(
  (name) => `server/adapters/${name}.ts`,
);

const ownFolder = ({ target }: Import, { path }: Source) => target.startsWith(`${dirname(path)}/`);
const startsWithOne = (target: string, prefixes: string[]) => prefixes.some((prefix) => target.startsWith(prefix));

test('the rules look at the project', () => {
  expect(productive.length).toBeGreaterThan(100);
  expect(within('server/billing').flatMap(({ imports }) => imports).length).toBeGreaterThan(50);
});

describe('who may import whom', () => {
  const doors = ['server/billing/', 'server/auth/', ADAPTER_TYPES, 'server/errors.ts'];

  test.each(['rest', 'trpc', 'cli'])('%s: billing, auth, adapter types, errors, and the types of deps', (folder) => {
    const wiring = ['server/deps.ts', 'server/settings/', 'server/http/'];
    // The command line is a program of its own: one file wires it, and it posts what the adapters give as samples.
    const own = folder === 'cli' ? ['server/adapters/sample.ts'] : [];
    const allowed = [`server/${folder}/`, ...doors, ...wiring, ...own];
    const found = offences(
      within(`server/${folder}/`).filter(({ path }) => path !== 'server/cli/context.ts'),
      ({ target }) => isPackage(target) || startsWithOne(target, allowed),
    );
    expect(found).toEqual([]);
  });

  test.each(['rest', 'trpc'])('%s touches no database and not the other door', (folder) => {
    const other = folder === 'rest' ? 'server/trpc/' : 'server/rest/';
    const banned = /^(pg|@prisma|\.prisma)|^server\/database\//;
    const found = offences(
      within(`server/${folder}/`),
      ({ target }) => !banned.test(target) && !target.startsWith(other),
    );
    expect(found).toEqual([]);
    const text = within(`server/${folder}/`).filter((source) => /\bprisma\b/.test(source.text));
    expect(text.map(({ path }) => path)).toEqual([]);
  });

  test.each(['billing', 'auth'])('%s: errors, adapter types, database; no Express and no tRPC', (folder) => {
    const allowed = [`server/${folder}/`, 'server/errors.ts', ADAPTER_TYPES, 'server/database/'];
    const banned = ['@trpc', 'stripe', ...(folder === 'billing' ? ['express'] : [])];
    const found = offences(within(`server/${folder}/`), (entry) => {
      if (isPackage(entry.target)) return !startsWithOne(entry.target, banned) || entry.typeOnly;
      return startsWithOne(entry.target, allowed);
    });
    expect(found).toEqual([]);
  });

  test('billing knows no provider by name', () => {
    const named = within('server/billing/').filter(({ text }) =>
      /\b(alpha|beta|gamma|stripe|creem|polar)\b/i.test(text),
    );
    expect(named.map(({ path }) => path)).toEqual([]);
  });

  test.each(providers)('adapter %s: what adapters share, errors, its SDK; nothing of another one', (provider) => {
    const sdk = provider === 'alpha' ? ['stripe'] : [];
    const found = offences(within(`server/adapters/${provider}/`), (entry, source) => {
      const { target } = entry;
      if (isPackage(target)) return target.startsWith('node:') || [...sdk, 'zod'].includes(target);
      return ownFolder(entry, source) || [...SHARED_BY_ADAPTERS, 'server/errors.ts'].includes(target);
    });
    expect(found).toEqual([]);
  });

  test('the sandbox: nothing else of the server, tests included', () => {
    const sandbox = sources.filter(({ path }) => path.startsWith('server/sandbox/'));
    const found = offences(
      sandbox.filter(({ isTest }) => !isTest),
      ({ target }) => target.startsWith('server/sandbox/') || isPackage(target),
    );
    expect(found).toEqual([]);
    const signing = offences(sandbox, ({ target }) => !/^server\/(adapters|billing)\//.test(target));
    expect(signing).toEqual([]);
  });

  test("client: the router's type alone, in one file", () => {
    const foreign = sources
      .filter(({ path }) => path.startsWith('client/'))
      .flatMap(({ path, imports }) => imports.map((entry) => ({ path, ...entry })))
      .filter(({ target }) => /^(server|prisma|e2e)\//.test(target));
    expect(foreign).toEqual([{ path: 'client/trpc.ts', target: 'server/trpc/router.ts', typeOnly: true }]);
  });

  test('e2e: HTTP alone', () => {
    const found = offences(
      sources.filter(({ path }) => path.startsWith('e2e/')),
      ({ target }) => !/^(server|client|prisma)\//.test(target),
    );
    expect(found).toEqual([]);
  });

  test('what runs imports no test', () => {
    const tests = /^server\/testing\/|\.test\.ts$|^vitest/;
    expect(offences(productive, ({ target }) => !tests.test(target))).toEqual([]);
  });
});

describe('what is done in one place', () => {
  const having = (pattern: RegExp) => productive.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  test('reading the environment of the service: its settings', () => {
    const programs = /^server\/(sandbox|bench|cli)\/|^(prisma|e2e)\//;
    expect(having(/process\.env/).filter((path) => !programs.test(path))).toEqual(['server/settings/environment.ts']);
  });

  test('making a PrismaClient', () => {
    expect(having(/new PrismaClient\b/)).toEqual(['server/database/client.ts']);
  });
});

describe('how the code is kept', () => {
  test('no file is longer than 250 lines', () => {
    const long = sources.filter(({ text }) => text.split('\n').length - 1 > 250);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test('no any, no default export but of a tool, no switched-off check of types', () => {
    const bad = /@ts-(ignore|nocheck|expect-error)|^export default /m;
    const found = sources.filter(
      ({ path, text }) => hasAny(path, text) || (bad.test(text) && !/\.config\.ts$/.test(path)),
    );
    expect(found.map(({ path }) => path).filter((path) => path !== 'server/imports.test.ts')).toEqual([]);
  });

  test('every relative import names its file with its extension', () => {
    const local = /\.(ts|tsx|css|json)$/;
    const found = offences(sources, ({ target }) => isPackage(target) || local.test(target) || target.includes('?'));
    expect(found).toEqual([]);
  });

  test("the adapters' folders hold the same files", () => {
    const files = providers.map((provider) =>
      within(`server/adapters/${provider}/`)
        .map(({ path }) => relative(`server/adapters/${provider}`, path))
        .sort(),
    );
    expect(files[1]).toEqual(files[0]);
    expect(files[2]).toEqual(files[0]);
  });
});

import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Creates a provider as a copy of another one: adapter, sandbox dialect, and their entries in the two lists. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    like: { type: 'string', default: 'alpha' },
    root: { type: 'string', default: join(import.meta.dirname, '..') },
  },
});
const [name = ''] = positionals;
const { like } = values;
const root = resolve(values.root);

if (!/^[a-z][a-z0-9]*$/.test(name)) fail('usage: npm run new:provider -- <name> [--like alpha|beta|gamma]');
const homes = ['server/adapters', 'server/sandbox/dialects'].map((folder) => join(root, folder));
for (const home of homes) {
  if (!existsSync(join(home, like))) fail(`${join(home, like)} does not exist`);
  if (existsSync(join(home, name))) fail(`${join(home, name)} already exists`);
}

for (const home of homes) {
  cpSync(join(home, like), join(home, name), {
    recursive: true,
    filter: (path) => !/\.test\.ts$|\/fixtures$/.test(path),
  });
  addToList(join(home, 'index.ts'));
}
rename(join(homes[0], name, 'adapter.ts'));
rename(join(homes[1], name, 'index.ts'));
console.info(`Created ${homes.map((home) => join(home, name)).join(' and ')}.
Next: say what each status of ${name} means (\`statuses\` in its subscription.ts), then
npx vitest run --project service server/adapters/contract.service.test.ts -t 'provider ${name}'`);

function fail(message) {
  console.error(message);
  process.exit(1);
}

function rename(file) {
  const word = new RegExp(`(?<![\\w/-])${like}(?![\\w])`, 'g');
  writeFileSync(file, readFileSync(file, 'utf8').replace(word, name));
}

/** Adds an import after the one of the copied provider, and adds the new provider to the end of the list. */
function addToList(file) {
  const text = readFileSync(file, 'utf8');
  const line = text.split('\n').find((candidate) => candidate.startsWith(`import { ${like} }`));
  const last = text.lastIndexOf('gamma }') >= 0 ? /gamma( }|\])/g : /gamma\]/g;
  const listed = text.replace(`${line}\n`, `${line}\n${line.replaceAll(like, name)}\n`);
  const lists = [...listed.matchAll(last)];
  const { index, 0: found } = lists.at(-1);
  writeFileSync(
    file,
    `${listed.slice(0, index)}gamma, ${name}${found.slice('gamma'.length)}${listed.slice(index + found.length)}`,
  );
}

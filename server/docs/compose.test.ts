import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../settings/packageRoot.ts';

/** The compose file to try the service with: no test has a container engine, so what it names is compared. */

const read = (path: string) => readFileSync(join(packageRoot(), path), 'utf8');
const FILE = '.config/compose.sandbox.yaml';

interface Trial {
  services: { billing: { build: { context: string; target: string }; ports: string[]; volumes: string[] } };
  volumes: Record<string, null>;
}

test('the trial in a container builds a stage that exists, and opens its ports and keeps its data', () => {
  const { services, volumes } = parse(read(FILE)) as Trial;
  const { build, ports, volumes: mounted } = services.billing;
  expect(existsSync(join(packageRoot(), '.config', build.context, 'Dockerfile'))).toBe(true);
  const [, stage = ''] = read('Dockerfile').split(new RegExp(`^FROM \\S+ AS ${build.target}$`, 'm'));
  const [own = ''] = stage.split(/^FROM /m);
  const exposed = /^EXPOSE (.+)$/m.exec(own)?.[1]?.split(' ');
  expect(ports).toEqual(exposed?.map((port) => `127.0.0.1:${port}:${port}`));
  const [, kept] = /^VOLUME (.+)$/m.exec(own) ?? [];
  expect(mounted).toEqual(Object.keys(volumes).map((name) => `${name}:${kept}`));
  expect(read('README.md')).toContain(`docker compose -f ${FILE} up`);
});

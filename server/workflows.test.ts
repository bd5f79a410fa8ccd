import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from './settings/packageRoot.ts';

test('the published workflow runs only actions that are pinned to a commit', () => {
  const folder = join(packageRoot(), '.github/workflows');
  const used = readdirSync(folder).flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/uses: (\S+)/g)].map(([, action = '']) => action),
  );
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});

test('the published workflow audits what is shipped, and keeps its bill of materials', () => {
  const workflow = parse(readFileSync(join(packageRoot(), '.github/workflows/check.yaml'), 'utf8')) as Workflow;
  const { steps } = workflow.jobs.dependencies ?? { steps: [] };
  const commands = steps.flatMap(({ run = [] }) => run);
  expect(commands).toContain('npm audit --omit=dev --audit-level=high');
  expect(commands).toContain('npm audit signatures');
  const bill = 'sbom.cdx.json';
  expect(commands).toContain(`npm sbom --omit=dev --sbom-format cyclonedx > ${bill}`);
  expect(steps.at(-1)?.with).toMatchObject({ path: bill, 'if-no-files-found': 'error' });
  // A failure must be seen.
  expect(steps.filter((step) => 'continue-on-error' in step || 'if' in step)).toEqual([]);
});

interface Workflow {
  jobs: Record<string, { steps: { run?: string; with?: Record<string, unknown> }[] }>;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { packageRoot } from '../settings/packageRoot.ts';
import { createMetrics } from './metrics.ts';

const COMMON = /^(process|nodejs)_|^up$/;

test.each(['grafana-dashboard.json', 'alerts.yaml'])('%s names only metrics that there are', async (file) => {
  const pool = new pg.Pool();
  const { text } = await createMetrics({ pool, readVitals: async () => Promise.reject(new Error('away')) }).expose();
  await pool.end();
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const content = readFileSync(join(packageRoot(), '.config', file), 'utf8');
  const named = [...content.matchAll(/\b(billing|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
  const base = (name: string) => (known.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.has(base(name)) && !COMMON.test(name))).toEqual([]);
});

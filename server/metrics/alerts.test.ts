import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createJobs } from '../billing/sync/schedule.ts';
import { ENDPOINTS, PAGE } from '../rest/metrics.ts';
import { packageRoot } from '../settings/packageRoot.ts';
import { readSettings } from '../settings/settings.ts';
import { withoutDatabase } from '../testing/alerts/withoutDatabase.ts';
import { beginAtZero } from './beginAtZero.ts';
import { addGauges } from './gauges.ts';
import { createMeters } from './meters.ts';

/** The rules against what the code exposes, and the page against the rules. What fires when is tested by promtool. */

const read = (file: string) => readFileSync(join(packageRoot(), file), 'utf8');
const ruleFile = z.object({
  groups: z.tuple([
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ]),
});
const { rules } = ruleFile.parse(parse(read('.config/alerts.yaml'))).groups[0];
const names = rules.map(({ alert }) => alert);

const registry = new Registry();
const meters = createMeters(registry);
beginAtZero(meters, ['alpha']);
addGauges(registry, withoutDatabase);
const metrics = registry.getMetricsAsArray() as unknown as { name: string; labelNames: string[] }[];
const labelsOf = new Map(metrics.map(({ name, labelNames }) => [name, new Set(labelNames)]));
/** Prometheus' own, and those of every Node process. */
const COMMON = /^(process|nodejs)_|^up$/;
const base = (name: string) => (labelsOf.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''));

test("none of our labels is one that Prometheus' defaults replace", () => {
  const taken = metrics.filter(({ labelNames }) => labelNames.some((label) => ['job', 'instance'].includes(label)));
  expect(taken.map(({ name }) => name)).toEqual([]);
});

test.each(['grafana-dashboard.json', 'alerts.yaml'])('%s names only existing metrics', (file) => {
  const named = [...read(`.config/${file}`).matchAll(/\b(billing|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !labelsOf.has(base(name)) && !COMMON.test(name))).toEqual([]);
});

interface Selector {
  metric: string;
  label: string;
  operator: string;
  value: string;
}

const selectorsIn = (text: string): Selector[] =>
  [...text.matchAll(/\b(billing_\w+)\{([^}]*)\}/g)].flatMap(([, metric = '', inner = '']) =>
    [...inner.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label = '', operator = '', value = '']) => ({
      metric: base(metric),
      label,
      operator,
      value,
    })),
  );

const caseFiles = ['.config/alerts.test.yaml', '.config/alerts.weeks.test.yaml'];

test('each label in a rule, a case or a sum exists at its metric', () => {
  const cases = caseFiles
    .map(read)
    .join('')
    .replace(/\binstance="\w+",?/g, '');
  const selectors = [...rules.flatMap(({ expr }) => selectorsIn(expr)), ...selectorsIn(cases)];
  expect(selectors.length).toBeGreaterThan(100);
  const unknown = selectors.filter(({ metric, label }) => label !== 'le' && !labelsOf.get(metric)?.has(label));
  expect(unknown).toEqual([]);
});

const matches = (value: string, { operator, value: given }: Selector) =>
  operator.includes('~') === false
    ? (value === given) === (operator === '=')
    : new RegExp(`^(${given})$`).test(value) === (operator === '=~');

function uncovered(alerts: string[], { metric, label, values }: { metric: string; label: string; values: string[] }) {
  const selectors = rules
    .filter(({ alert }) => alerts.includes(alert))
    .flatMap(({ expr }) => selectorsIn(expr))
    .filter((selector) => selector.metric === metric && selector.label === label);
  expect(selectors.length).toBeGreaterThan(0);
  return values.filter((value) => !selectors.some((selector) => matches(value, selector)));
}

test('every endpoint that can fail is in a rule', () => {
  const values = [...ENDPOINTS.map(([, endpoint]) => endpoint), PAGE];
  const metric = 'billing_http_request_seconds';
  // Procedures and deliveries have counters and rules of their own; readiness is 503 by design.
  const apart = ['webhook', 'trpc', 'health'];
  for (const alert of ['UserCallsFail', 'UserCallsFailQuietly'])
    expect(uncovered([alert], { metric, label: 'endpoint', values })).toEqual(apart);
});

test('every job is in a rule, and has a time after which people are hurt', () => {
  const settings = readSettings({ DATABASE_URL: 'postgresql://x@localhost/x' });
  const billing = { database: {}, adapters: new Map([['alpha', { provider: 'alpha' }]]) };
  const jobs = createJobs(billing as unknown as Parameters<typeof createJobs>[0], settings);
  const values = jobs.map(({ name }) => name);
  expect(values.length).toBeGreaterThan(15);
  const rulesOfAges = ['JobOverdue', 'ReconcileOverdue', 'ReconcileNeverFinished'];
  expect(uncovered(rulesOfAges, { metric: 'billing_job_age_seconds', label: 'task', values })).toEqual([]);
  expect(jobs.filter(({ everyMs, lateMs }) => lateMs < 2 * everyMs)).toEqual([]);
});

test('every reason and outcome of the counters that means a failure is in a rule', async () => {
  const valuesOf = async (metric: string, label: string) => {
    const [found] = (await registry.getMetricsAsJSON()).filter(({ name }) => name === metric);
    const { values } = found as unknown as { values: { labels: Record<string, string> }[] };
    return [...new Set(values.map(({ labels }) => labels[label] ?? ''))];
  };
  const refusals = { metric: 'billing_webhook_refusals_total', label: 'reason' };
  const reasons = await valuesOf(refusals.metric, refusals.label);
  // Anybody may send what is not signed.
  const alerts = ['WebhooksRefused', 'WebhookSignaturesInvalid'];
  expect(uncovered(alerts, { ...refusals, values: reasons })).toEqual(['missing_signature']);
  const mails = { metric: 'billing_mails_total', label: 'outcome' };
  const outcomes = await valuesOf(mails.metric, mails.label);
  // A recipient that its server refuses is nobody's failure here, and what is no longer true nobody waits for.
  expect(uncovered(['MailsFail', 'MailsGivenUp'], { ...mails, values: outcomes })).toEqual(['refused', 'outdated']);
});

const caseFile = z.object({
  tests: z.array(
    z.object({
      input_series: z.array(z.object({ series: z.string() })),
      promql_expr_test: z.array(z.object({ exp_samples: z.array(z.object({ labels: z.string() })) })),
    }),
  ),
});

test('every alert has a case in which it fires, and one with its metric in which it does not', () => {
  const tests = caseFiles.flatMap((path) => caseFile.parse(parse(read(path))).tests);
  const moments = tests.flatMap(({ input_series, promql_expr_test }) =>
    promql_expr_test.map(({ exp_samples }) => ({
      metrics: new Set(input_series.map(({ series }) => /^\w+/.exec(series)?.[0] ?? '')),
      firing: new Set(exp_samples.map(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1])),
    })),
  );
  const lacking = rules.filter(({ alert, expr }) => {
    const known = [...expr.matchAll(/\b(billing_\w+|up|process_\w+)\b/g)].map(([name]) => name);
    const fires = moments.some(({ firing }) => firing.has(alert));
    const rests = moments.some(
      ({ firing, metrics: given }) => !firing.has(alert) && known.some((name) => given.has(name)),
    );
    return !fires || !rests;
  });
  expect(lacking.map(({ alert }) => alert)).toEqual([]);
});

test('each text leads to a command, a page, a log line or a setting', () => {
  const leads = /`[^`]+`|operators?'? page|\blog\b|\.md\b|<P>_|[A-Z]+_[A-Z_]+|plans file/;
  const without = rules.filter(({ annotations }) => !leads.test(annotations.description));
  expect(without.map(({ alert }) => alert)).toEqual([]);
});

test("the page's table of failures has every alert once, and no other", () => {
  const [, table = ''] = /^## When something fails$(.*?)^## /ms.exec(read('server/docs/operate.md')) ?? [];
  const rows = [...table.matchAll(/^\| (?!failure|---)([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(25);
  const told = rows.flatMap(([, , cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(told.toSorted()).toEqual(names.toSorted());
});

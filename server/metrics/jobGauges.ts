import { Gauge, type Registry } from 'prom-client';
import type { Job } from '../billing/jobs/job.ts';
import type { OperationalStatus } from '../billing/status/operationalStatus.ts';

export type ScheduledJob = Pick<Job, 'name' | 'everyMs' | 'lateMs' | 'runs'>;

/** Of a job that every process runs: its runs in this one, which a healthy process must not hide. */
interface OwnRuns {
  since: number;
  failures: number;
}

const secondsSince = (at: number) => (Date.now() - at) / 1_000;

/**
 * The label is `task`, because Prometheus' own label `job` would replace one of ours. The age of a job that has no row
 * in the database yet is the age of this process.
 */
export function addJobGauges(registry: Registry) {
  const { age, interval, late, failures } = createGauges(registry);
  const expected = new Map<string, ScheduledJob>();
  const own = new Map<string, OwnRuns>();

  function set(task: string, since: { ageSeconds: number; failures: number }): void {
    age.set({ task }, since.ageSeconds);
    failures.set({ task }, since.failures);
  }

  return {
    expect(jobs: readonly ScheduledJob[]) {
      for (const job of jobs) {
        const task = job.name;
        expected.set(task, job);
        own.set(task, { since: Date.now(), failures: 0 });
        interval.set({ task }, job.everyMs / 1_000);
        late.set({ task }, job.lateMs / 1_000);
      }
    },
    recordRun(task: string, succeeded: boolean) {
      const before = own.get(task);
      own.set(task, {
        since: succeeded ? Date.now() : (before?.since ?? Date.now()),
        failures: succeeded ? 0 : (before?.failures ?? 0) + 1,
      });
    },
    setAges(known: OperationalStatus['jobs'] | undefined) {
      for (const gauge of [age, failures]) gauge.reset();
      // While the database is away, no job can run, and that is another alert.
      if (!known) return;
      const rows = new Map(known.map((row) => [row.name, row]));
      for (const [task, { runs }] of expected) {
        const here = own.get(task) as OwnRuns;
        const row = runs === 'one' ? rows.get(task) : undefined;
        set(task, row ?? { ageSeconds: secondsSince(here.since), failures: here.failures });
      }
    },
  };
}

function createGauges(registry: Registry) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `billing_job_${name}`, help, labelNames: ['task'], registers: [registry] });
  return {
    age: gauge('age_seconds', 'Time since the job last succeeded or, if it never has, since it was first due'),
    interval: gauge('interval_seconds', 'Time from one run of the job to the next'),
    late: gauge('late_seconds', 'The age from which people are hurt'),
    failures: gauge('failures', 'Failed runs of the job since its last success'),
  };
}

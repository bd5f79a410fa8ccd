import { Gauge, type Registry } from 'prom-client';
import type { OperationalStatus } from '../billing/status/operationalStatus.ts';

export interface ScheduledJob {
  name: string;
  everyMs: number;
}

/** The age of a job that has no row in the database yet is the age of this process. */
export function addJobGauges(registry: Registry) {
  const registers = [registry];
  const labelNames = ['job'];
  const age = new Gauge({
    name: 'billing_job_age_seconds',
    help: 'Time since the job last succeeded or, if it never has, since it was first due',
    labelNames,
    registers,
  });
  const interval = new Gauge({
    name: 'billing_job_interval_seconds',
    help: 'Time from one run of the job to the next',
    labelNames,
    registers,
  });
  const expected = new Map<string, number>();
  return {
    expect(jobs: readonly ScheduledJob[]) {
      for (const { name, everyMs } of jobs) {
        expected.set(name, Date.now());
        interval.set({ job: name }, everyMs / 1000);
      }
    },
    setAges(known: OperationalStatus['jobs'] | undefined) {
      age.reset();
      if (!known) return;
      const ages = new Map(known.map(({ name, ageSeconds }) => [name, ageSeconds]));
      for (const [job, since] of expected) age.set({ job }, ages.get(job) ?? (Date.now() - since) / 1000);
    },
  };
}

import { Gauge, type Registry } from 'prom-client';
import type { OperationalStatus } from '../billing/status/operationalStatus.ts';

export interface ScheduledJob {
  name: string;
  everyMs: number;
}

/** A job that the database doesn't know has not even begun: its age is this process'. */
export function addJobGauges(registry: Registry) {
  const registers = [registry];
  const labelNames = ['job'];
  const age = new Gauge({
    name: 'billing_job_age_seconds',
    help: 'Since the job last succeeded; of one that never did, since it was first due',
    labelNames,
    registers,
  });
  const interval = new Gauge({
    name: 'billing_job_interval_seconds',
    help: 'From one run of the job to the next',
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

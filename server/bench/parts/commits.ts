import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { updateRequests } from '../../testing/load/events.ts';
import { compare, served } from '../measure.ts';
import { purchaseRequests } from '../purchases.ts';
import type { PartReport } from '../report.ts';
import type { Stage } from '../stage.ts';

/** Compares this build with that of another commit, in one run: webhooks of one type, and mixed traffic. */
export async function compareCommits(stage: Stage, commit: string): Promise<PartReport> {
  const root = build(join(stage.folder, 'other'), commit);
  try {
    // Each migrates its own database.
    const ours = await stage.startOurs({ DATABASE_URL: await stage.createDatabase() });
    const other = await stage.startOurs({ DATABASE_URL: await stage.createDatabase() }, root);
    const both = (requests: (round: number) => Buffer[] | Promise<Buffer[]>) =>
      compare(stage, [
        served(ours, { connections: 16, requests }, 'this build'),
        served(other, { connections: 16, requests }, commit),
      ]);
    const updates = await both((round) => updateRequests({ subscriptions: 500, count: 4_000, round }));
    const mixed = await both((round) => purchaseRequests({ count: 3_300, round, together: 60 }));
    const comparisons = [
      { title: 'customer.subscription.updated, 500 subscriptions, 16 connections', figures: updates },
      { title: 'all event types of a purchase, three providers, 16 connections', figures: mixed },
    ];
    return { comparisons, goals: [] };
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', root]);
  }
}

/** Builds the commit in a worktree, with this checkout's packages. */
function build(folder: string, commit: string): string {
  execFileSync('git', ['worktree', 'add', '--detach', folder, commit]);
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  for (const script of ['prisma/generate.mjs', '.config/build.mjs']) execFileSync('node', [script], { cwd: folder });
  return folder;
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxedApp, startSandboxedApp } from '../../../testing/app/sandboxedApp.ts';
import { until } from '../../../testing/run/until.ts';
import { followOwners } from '../../access/owners/followOwners.ts';
import { reconcile } from './reconcile.ts';

let app: SandboxedApp;
beforeAll(async () => {
  app = await startSandboxedApp('alpha');
});
afterAll(() => app.close());

const sql = (text: string, values: unknown[] = []) => app.deps.billing.database.pool.query(text, values);
const follow = () =>
  until('all changes are followed', async () => {
    await followOwners(app.deps.billing, app.deps.billing.database.pool);
    return (await sql('SELECT FROM access_change')).rowCount === 0;
  });
async function drifts(fix: boolean) {
  const { billing } = app.deps;
  const run = await reconcile(billing, { adapter: billing.adapter, fix, trigger: 'command', paceMs: 0 });
  const found = await billing.database.prisma.drift.findMany({ where: { runId: run.id } });
  return found.map((drift) => [drift.class, drift.userId, drift.ours, drift.fixed]);
}

test('what the views say and the records don’t is found, and computed anew', async () => {
  const [ada, eve] = [await app.signUpPaying({ plan: 'pro' }), await app.signUpPaying({ plan: 'pro' })];
  expect(await drifts(false)).toEqual([]);
  await follow();
  expect(await drifts(false)).toEqual([]);
  const planOf = async (id: string) =>
    (await sql('SELECT plan FROM access_period WHERE "userId" = $1 AND position = 0', [id])).rows[0]?.plan;
  await sql(`UPDATE access_period SET plan = 'enterprise' WHERE "userId" = $1 AND position = 0`, [ada.id]);
  await sql('DELETE FROM access_period WHERE "userId" = $1', [eve.id]);
  const ours = expect.stringMatching(/^enterprise/);
  const all = (isFixed: boolean) =>
    expect.arrayContaining([
      ['access', ada.id, ours, isFixed],
      ['access', eve.id, 'free', isFixed],
    ]);
  expect(await drifts(false)).toEqual(all(false));
  expect(await drifts(true)).toEqual(all(true));
  await follow();
  expect([await planOf(ada.id), await planOf(eve.id)]).toEqual(['pro', 'pro']);
  expect(await drifts(false)).toEqual([]);
});

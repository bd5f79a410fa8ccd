import { expect, onTestFinished, test } from 'vitest';
import { startStandbyPair } from '../testing/database/standby.ts';
import { openDatabase } from './client.ts';

/** Longer than two looks at the connections. */
const LOOKED_AT_S = 7;

test('a connection to a standby is kept when that is promoted: what runs on it goes on, and it takes writes', async () => {
  const pair = await startStandbyPair();
  onTestFinished(pair.remove, 60_000);
  const database = openDatabase({ url: pair.standbyUrl, max: 2, onError: () => {} });
  onTestFinished(database.close);
  // Its statements may take long.
  const { jobPool: pool } = database;
  const before = (await pool.query(`SELECT pg_backend_pid() AS pid, current_setting('transaction_read_only') AS is`))
    .rows;
  expect(before).toEqual([{ pid: expect.any(Number), is: 'on' }]);
  await pool.query('SELECT pg_promote()');
  const { rows } = await pool.query(`SELECT pg_backend_pid() AS pid FROM pg_sleep(${LOOKED_AT_S})`);
  expect(rows).toEqual([{ pid: before[0].pid }]);
  await pool.query('CREATE TABLE taken (id int)');
}, 120_000);

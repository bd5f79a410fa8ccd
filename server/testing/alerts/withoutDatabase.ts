import pg from 'pg';
import type { GaugeSources } from '../../metrics/gauges.ts';

/** For tests of what is exposed, whatever its values. */
export const withoutDatabase: GaugeSources = {
  pools: { calls: new pg.Pool() },
  readOperationalStatus: async () => Promise.reject(new Error('There is no database')),
  isUp: async () => false,
  streams: () => 0,
  ignoredFormer: [],
  selling: () => true,
  priceDifferences: () => [],
  notIgnored: () => [],
};

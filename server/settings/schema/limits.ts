import type { Settings } from '../types.ts';

const productionLimits = {
  address: 100,
  account: 10,
  checkout: 30,
  refresh: 30,
  portal: 30,
  change: 30,
  export: 10,
  key: 6_000,
};
/** Tests and trials sign up many people from one machine. */
const trialLimits = {
  address: 5_000,
  account: 100,
  checkout: 0,
  refresh: 100,
  portal: 100,
  change: 100,
  export: 100,
  key: 0,
};

/** Where the settings name none. */
export const usualLimits = (mode: Settings['mode']): Settings['limits'] =>
  mode === 'production' ? productionLimits : trialLimits;

import type { ProviderAccount } from '../../adapters/calls.ts';
import { type Finding, look, messageOf, ok, type Patient, statusOf, wrong } from './finding.ts';

/** Checks that the key charges real money in production, and nowhere else. */
export function checkKey(patient: Patient, { account, mode }: ProviderAccount): Finding {
  const { diagnosis, prefix, isProduction, isSandbox } = patient;
  const { company } = diagnosis;
  const name = `${prefix}_SECRET_KEY`;
  if (isSandbox) return ok('key', `The sandbox stands in for ${company}: nobody is charged.`);
  if (mode === null)
    return look('key', `${company} accepts the key, but does not report whether it is a live or a test key.`);
  const whose = account === null ? '' : ` of account ${account}`;
  if (mode === 'live' && !isProduction)
    return wrong(
      'key',
      `${name} is a live key${whose}, and NODE_ENV is not production: tests would charge real cards.`,
      `Set a key of ${company}'s test mode, or NODE_ENV=production.`,
    );
  if (mode === 'test' && isProduction)
    return wrong(
      'key',
      `${name} is a test key${whose}, and NODE_ENV is production: test cards could buy everything.`,
      `Set a live key of ${company}, with the webhook secret and the prices of live mode.`,
    );
  return ok('key', `The key${whose} is a ${mode} key, which matches NODE_ENV.`);
}

/** Why nothing else can be checked. */
export function keyRefused({ diagnosis: { company }, prefix }: Patient, error: unknown): Finding {
  const status = statusOf(error);
  const isRefused = status === 401 || status === 403;
  return isRefused
    ? wrong(
        'key',
        `${company} refuses ${prefix}_SECRET_KEY (${status}).`,
        `Copy the key from ${company} again, in the mode of ${prefix}_API_URL.`,
      )
    : wrong(
        'key',
        `${messageOf(error)}.`,
        `Try again; if the error stays, check whether this machine reaches ${company}.`,
      );
}

import { type Finding, look, ok, type Patient } from './finding.ts';

/** Automatic refunds should have been seen to work at the real provider, and not only at our sandbox. */
export function checkLastRun({ diagnosis, lastRun, endsDuplicates, isSandbox }: Patient): Finding[] {
  const { company, apiVersion } = diagnosis;
  if (isSandbox || !endsDuplicates) return [];
  const version = apiVersion === null ? '' : ` with API version ${apiVersion}`;
  if (lastRun && lastRun.apiVersion === apiVersion)
    return [ok('refunds', `npm run test:real ran against ${company}${version} on ${lastRun.at}.`)];
  const says = `DUPLICATES=cancel ends and refunds second subscriptions at ${company}, and npm run test:real never ran there${version}.`;
  return [look('refunds', says, 'Run it with a key of test mode, or set DUPLICATES=report.')];
}

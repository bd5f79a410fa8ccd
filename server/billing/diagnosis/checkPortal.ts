import type { PortalSettings } from '../../adapters/diagnosis.ts';
import { type Finding, look, ok, type Patient, wrong } from './finding.ts';

const words: Record<keyof PortalSettings, string> = {
  cancel: 'cancel a subscription',
  cardUpdate: 'replace a card',
  planSwitch: 'switch plans',
};

/** Our pages send people there for all of this. null: the provider has no call for it. */
export function checkPortal({ diagnosis: { company, places } }: Patient, settings: PortalSettings | null): Finding {
  if (!settings)
    return look(
      'portal',
      `${company} has no API for its portal settings. Check them at ${company} (${places.portal}).`,
    );
  const off = (Object.keys(words) as (keyof PortalSettings)[]).filter((name) => settings[name] === false);
  if (off.length === 0) return ok('portal', `${company}'s portal offers everything that our pages link to it for.`);
  const missing = off.map((name) => words[name]).join(', ');
  return wrong(
    'portal',
    `${company}'s portal does not let users ${missing}.`,
    `Switch it on at ${company} (${places.portal}), and save.`,
  );
}

import type { grantsEn, linksEn } from './byHand.en.ts';

export const grantsDe: typeof grantsEn = {
  title: 'Von Hand gegebene Tarife',
  caption: 'Was von Hand gegeben wurde, das Neueste zuerst',
  plan: 'Tarif',
  until: 'Bis',
  untilHint: 'Leer: bis er zurückgenommen wird.',
  forEver: 'Bis zur Rücknahme',
  reason: 'Grund',
  state: 'Stand',
  give: 'Tarif geben',
  given: 'Der Tarif wurde gegeben.',
  effect: {
    raised: (plan) => `Gibt ${plan} sofort.`,
    later: (plan, had, date) => `${had} gilt bis ${date}: ${plan} zählt erst danach, wenn nichts anderes hinzukommt.`,
    none: (had) => `Ändert vorerst nichts: ${had} ist schon vorhanden und bleibt.`,
  },
  bills: {
    charged: (plan) =>
      `${plan} läuft weiter und wird berechnet wie bisher: Ein gegebener Tarif mindert keine Rechnung.`,
    trial: (plan) => `Die Testphase von ${plan} läuft weiter und wird an ihrem Ende berechnet wie bisher.`,
    uncollected: (plan) => `${plan} läuft weiter; der nächste Zeitraum wird nicht berechnet.`,
  },
  end: 'Zurücknehmen',
  revoked: (date, reason) => `Zurückgenommen am ${date}: ${reason}`,
};

export const linksDe: typeof linksEn = {
  title: 'Ein Kunde, den nur der Anbieter kennt',
  lead: 'Zahlt die Person schon beim Anbieter und gehört der Kunde hier niemandem, geben Sie ihn ihr. Dort ändert sich nichts, und nichts endet.',
  customer: 'Kunden-ID beim Anbieter',
  link: 'Kunden zuordnen',
  linked: (records) =>
    records === 1
      ? 'Zugeordnet: 1 Eintrag gehört jetzt der Person.'
      : `Zugeordnet: ${records} Einträge gehören jetzt der Person.`,
  undo: 'Zuordnung aufheben',
  undone: 'Die Zuordnung ist aufgehoben: Der Kunde gehört wieder niemandem.',
  refused: 'Er wurde nicht zugeordnet',
};

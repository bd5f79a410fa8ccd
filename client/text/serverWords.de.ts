import type {
  DriftSentence,
  LedgerSentence,
  MoveSentence,
  StepSentence,
  StopSentence,
} from '../../server/trpc/router.ts';

/** Who did it. */
const actors = {
  'operator {}': 'Betrieb ({})',
  'command of {}': 'Befehl von {}',
};

const remarks: Record<LedgerSentence, string> = {
  '{} changes no record': '{} ändert keinen Eintrag',
  'ended by {}: {}': 'beendet durch {}: {}',
  'it belongs to the account {}, not to ours': 'gehört zum Konto {}, nicht zu unserem',
  'it belongs to {} mode, and the API key to {} mode': 'gehört zum Modus {}, der API-Schlüssel zum Modus {}',
  'it is about another product of the company (PRICE_IGNORE)':
    'betrifft ein anderes Produkt des Unternehmens (PRICE_IGNORE)',
  'its customer belongs to another user or to nobody: left unlinked':
    'der Kunde gehört zu jemand anderem oder zu niemandem: nicht verknüpft',
  'its payment is not known yet': 'die Zahlung dazu ist noch nicht bekannt',
  'names no known user': 'nennt niemanden, den wir kennen',
  'no usable transaction: no payment recorded': 'keine brauchbare Transaktion: keine Zahlung eingetragen',
  'nobody was asked to pay the invoice': 'niemand sollte die Rechnung bezahlen',
  'not newer than what was applied': 'nicht neuer als das bereits Angewandte',
  'nothing to apply': 'nichts anzuwenden',
  'same instant as the last applied event: the provider decides':
    'im selben Augenblick wie das zuletzt angewandte Ereignis: der Anbieter entscheidet',
  'several plans: {} (the highest counts)': 'mehrere Tarife: {} (der höchste zählt)',
  'the checkout has no usable id': 'der Kaufvorgang hat keine brauchbare ID',
  'the checkout is {}': 'Stand des Kaufvorgangs: {}',
  'the checkout session has no usable subscription id': 'der Kaufvorgang nennt keine brauchbare ID des Abos',
  'the checkout session sells nothing': 'in diesem Kaufvorgang wird nichts verkauft',
  'the customer has no usable id': 'der Kunde hat keine brauchbare ID',
  'the database refused it ({})': 'von der Datenbank abgelehnt ({})',
  'the invoice has no usable id': 'die Rechnung hat keine brauchbare ID',
  'the order has no usable id': 'die Bestellung hat keine brauchbare ID',
  'the order is not paid': 'die Bestellung ist nicht bezahlt',
  'the order is not paid: no payment recorded': 'die Bestellung ist nicht bezahlt: keine Zahlung eingetragen',
  'the order is paid': 'die Bestellung ist bezahlt',
  'the provider does not know what it names': 'der Anbieter kennt nicht, was sie nennt',
  'the record changed meanwhile': 'der Eintrag hat sich inzwischen geändert',
  'the subscription has no usable id': 'das Abo hat keine brauchbare ID',
  'the transaction has no usable id': 'die Transaktion hat keine brauchbare ID',
  'the transaction is not paid': 'die Transaktion ist nicht bezahlt',
  'the transaction is paid': 'die Transaktion ist bezahlt',
  'unknown plan: metadata {}': 'unbekannter Tarif in den Metadaten: {}',
  'unknown plan: price {}': 'unbekannter Tarif, Preis {}',
  'unknown type': 'unbekannte Art',
  'unusable {}': 'unbrauchbar: {}',
};

const steps: Record<StepSentence, string> = {
  'checkout of {} ({}) at {}': 'Kauf von {} ({}) bei {} begonnen',
  'read the snapshot of {}': 'Stand bei {} gelesen',
  '{} from {}': '{} von {}',
  '{} from {}, {} times': '{} von {}, {}-mal',
  '{} given by {}': '{} gegeben, {}',
  '{} given until {} by {}': '{} gegeben bis {}, {}',
  '{} taken back by {}': '{} zurückgenommen, {}',
};

const differences: Record<DriftSentence, string> = {
  active: 'aktiv',
  'active, cancels at period end': 'aktiv, endet mit dem Zeitraum',
  canceled: 'beendet',
  'canceled, cancels at period end': 'beendet',
  deleted: 'gelöscht',
  'deleted, cancels at period end': 'gelöscht',
  failed: 'fehlgeschlagen',
  incomplete: 'unvollständig',
  'incomplete, cancels at period end': 'unvollständig, endet mit dem Zeitraum',
  known: 'bekannt',
  lost: 'verloren',
  'not known': 'nicht bekannt',
  open: 'offen',
  past_due: 'überfällig',
  'past_due, cancels at period end': 'überfällig, endet mit dem Zeitraum',
  pending: 'ausstehend',
  succeeded: 'bezahlt',
  trialing: 'Testphase',
  'trialing, cancels at period end': 'Testphase, endet mit dem Zeitraum',
  uncollectible: 'uneinbringlich',
  voided: 'storniert',
  won: 'gewonnen',
  '{} at {}': '{} bei {}',
  '{} month': '{}, monatlich',
  '{} to {}': '{} bis {}',
  '{} year': '{}, jährlich',
  '{}, whose plan is unknown': '{} mit unbekanntem Tarif',
};

const stops: Record<StopSentence, string> = {
  '{} of {} live subscriptions and {} of {} customers are unknown to {}, as with the key of another account: nothing was ended. If that is right: billing reconcile --fix --yes-end {}':
    '{} von {} laufenden Abos und {} von {} Kunden sind {} unbekannt, wie beim Schlüssel eines anderen Kontos. Stimmt es doch: billing reconcile --fix --yes-end {}',
  '{} of {} live subscriptions and {} of {} customers are unknown to {}, but --yes-end confirmed {}: nothing was ended':
    '{} von {} laufenden Abos und {} von {} Kunden sind {} unbekannt; --yes-end bestätigte aber {}',
};

const refusals: Record<MoveSentence, string> = {
  'A second subscription is being ended': 'Ein zweites Abo wird gerade beendet',
  'Another process is working on these subscriptions: try again':
    'An diesen Abos wird gerade gearbeitet: Versuchen Sie es erneut',
  'Both are the same user': 'Beide sind dieselbe Person',
  'It belongs to {}: billing move {} {}': 'Er gehört zu {}: billing move {} {}',
  'It is theirs already': 'Er gehört der Person schon',
  'Nothing of it is left to give': 'Davon ist nichts mehr übrig',
  'The account that it came from was deleted': 'Das Konto, von dem er kam, wurde gelöscht',
  'The receiving account was deleted': 'Das Konto, das ihn bekommen soll, wurde gelöscht',
  '{} has no customer {}': '{} hat keinen Kunden {}',
  '{} has nothing to move': '{} hat nichts zu übertragen',
  '{} is a claim of an address, which moved nothing. Let the buyer sign up, and run billing move {} <buyer>':
    '{} ist eine beanspruchte Adresse; übertragen wurde nichts. Lassen Sie den Käufer ein Konto anlegen, dann: billing move {} <Käufer>',
  '{} is neither a move nor a link': '{} ist weder eine Übertragung noch eine Zuordnung',
};

/** Several plans. */
const list = { '{}, {}': '{}, {}' };

/** The server's own sentences, by what they are about. What a provider or a person said is in none of them. */
export const serverWordsDe = {
  actors,
  remarks: { ...remarks, ...actors, ...list },
  steps: { ...steps, ...actors, month: 'monatlich', year: 'jährlich' },
  differences: { ...differences, ...list },
  stops,
  refusals,
};

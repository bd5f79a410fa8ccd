/** What the stand-in company sells. Its name on pages is `label`; `id` is a price (or, for some dialects, product) id. */
export interface SandboxPrice {
  id: string;
  plan: string;
  label: string;
  interval: 'month' | 'year' | 'one_time';
  /** Minor units of the currency (cents of USD, whole JPY). */
  amount: number;
  currency: string;
  /** Whole days; used where a checkout doesn't ask for a trial of its own. */
  trialDays?: number;
  /** Whether several can be bought at once; absent: in every dialect they can. */
  perSeat?: boolean;
}

export interface SandboxOptions {
  /** A name of `dialects/index.ts`. */
  dialect: string;
  host: string;
  /** 0: any free port. */
  port: number;
  /** State is kept here; a restart, also after kill -9, loses nothing. */
  dataDir: string;
  /** What API calls must present. */
  secretKey: string;
  /** What webhooks are signed with. */
  webhookSecret: string;
  webhookUrl: string;
  /** Name of the header that carries the signature. */
  signatureHeader: string;
  prices: SandboxPrice[];
  /** Base of the hosted pages' addresses; default `http://host:port` as bound. */
  publicUrl?: string;
  /** Pauses before each repeat of a webhook that was not answered 2xx; default the dialect's. */
  repeatDelaysMs?: number[];
}

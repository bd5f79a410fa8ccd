/**
 * A price of the stand-in company. `label` is its name on pages; `id` is a price id (or, in some dialects, a product
 * id).
 */
export interface SandboxPrice {
  id: string;
  plan: string;
  label: string;
  /** Of a Creem product; absent: its label. */
  description?: string;
  interval: 'month' | 'year' | 'one_time';
  /** Minor units of the currency (cents of USD, whole JPY). */
  amount: number;
  currency: string;
  /** Whole days; the default for checkouts without a trial of their own. */
  trialDays?: number;
  /** Whether a buyer can choose the quantity; absent: yes, in every dialect. */
  perSeat?: boolean;
  /** Whether the company adds its tax to the amount, or the amount includes it; absent: the dialect's default. */
  taxBehavior?: TaxBehavior;
}

export const taxBehaviors = ['exclusive', 'inclusive'] as const;
export type TaxBehavior = (typeof taxBehaviors)[number];

export interface SandboxOptions {
  /** `stripe`, `creem` or `polar` (for a service of this repository also `alpha`, `beta`, `gamma`). */
  dialect: string;
  host: string;
  /** 0: any free port. */
  port: number;
  /** The folder for the state; nothing is lost on a restart, even after kill -9. */
  dataDir: string;
  /** The key that API calls must send. */
  secretKey: string;
  /** The key that signs the webhooks. */
  webhookSecret: string;
  /** Empty: nowhere, until an endpoint is made by the company's API. */
  webhookUrl: string;
  /** Name of the signature header. */
  signatureHeader: string;
  prices: SandboxPrice[];
  /** Base URL of the hosted pages; default: `http://host:port` as bound, or localhost if it is bound to all addresses. */
  publicUrl?: string;
  /** Unix milliseconds that the company's clock shows at the first start; default: the present. */
  beginsAt?: number;
  /** The id of the key's account, where the company reports one. */
  account?: string;
  /** Refuses calls for another version of the company's API, instead of answering them in the one that it speaks. */
  strictVersion?: boolean;
  /** Further host names at which the control API answers, from any address, such as that of a container. */
  controlHosts?: string[];
  /** Delays before each retry of a webhook that was not answered 2xx; default: those of the dialect. */
  repeatDelaysMs?: number[];
  /** Time between two looks at what is due; default: a second. */
  tickMs?: number;
}

const DAY_MS = 86_400_000;

export interface Format {
  /** `amount`: a decimal string; `currency`: a code in either case. */
  money(amount: string, currency: string): string;
  /** Like `money`, without decimals where they are zero: for headline prices. */
  price(amount: string, currency: string): string;
  /** `value`: whole percent. */
  percent(value: number): string;
  /** `iso`: ISO 8601; the day in the reader's zone. */
  date(iso: string): string;
  /** The same, short, and without the year where it is that of `now`. */
  day(iso: string, now: Date): string;
  /** As one says it: the month in full, the year only where it is not that of `now`. */
  spoken(iso: string, now: Date): string;
  /** Day and time to the second, in the reader's zone. */
  time(iso: string): string;
  /** The same with its zone, for what may be a proof. */
  moment(iso: string): string;
  /** What the zone of the times is called. */
  zone(): string;
}

/** Numbers and dates as a reader of `locale` (BCP 47) expects them; `timeZone`: absent: the reader's. */
export function createFormat(locale: string, timeZone?: string): Format {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  // German's own medium style is of digits alone.
  const date = new Intl.DateTimeFormat(locale, { timeZone, year: 'numeric', month: 'short', day: 'numeric' });
  const day = new Intl.DateTimeFormat(locale, { timeZone, month: 'short', day: 'numeric' });
  const spoken = new Intl.DateTimeFormat(locale, { timeZone, month: 'long', day: 'numeric' });
  const spokenYear = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long' });
  const time = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'medium' });
  return {
    money: (amount, currency) => moneyFormat(locale, currency).format(Number(amount)),
    price: (amount, currency) =>
      moneyFormat(locale, currency, { trailingZeroDisplay: 'stripIfInteger' }).format(Number(amount)),
    percent: (value) => percent.format(value / 100),
    date: (iso) => date.format(new Date(iso)),
    day(iso, now) {
      const at = new Date(iso);
      return (at.getFullYear() === now.getFullYear() ? day : date).format(at);
    },
    spoken(iso, now) {
      const at = new Date(iso);
      return (at.getFullYear() === now.getFullYear() ? spoken : spokenYear).format(at);
    },
    time: (iso) => time.format(new Date(iso)),
    // One page shows it: the others need not make it.
    moment: (iso) =>
      new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'long' }).format(new Date(iso)),
    zone() {
      // Its name in summer and winter alike.
      const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' });
      const id = format.resolvedOptions().timeZone;
      const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value;
      return id === 'UTC' ? id : (name ?? id);
    },
  };
}

function moneyFormat(locale: string, currency: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { ...options, style: 'currency', currency: currency.toUpperCase() });
}

/** Calendar days from `now` to `iso` in the reader's zone: 0 is today, 1 tomorrow; negative: past. */
export function daysUntil(iso: string, now: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((day(new Date(iso)) - day(now)) / DAY_MS);
}

/** A twelfth of a decimal amount, with two decimals more than any currency shows. */
export function monthlyShare(amount: string): string {
  return (Number(amount) / 12).toFixed(4);
}

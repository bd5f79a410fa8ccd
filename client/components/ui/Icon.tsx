import type { Tone } from '../../views/subscriptionCard.ts';

const paths = {
  check: 'M3.5 8.5l3 3 6-7',
  clock: 'M8 4.5V8l2.5 1.5M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0',
  alert: 'M8 5v3.5M8 11h.01M8 1.8l6.6 11.7H1.4z',
  info: 'M8 7.5V11M8 5h.01M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0',
  dash: 'M4 8h8M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3',
  question: 'M6.2 6.2a1.9 1.9 0 1 1 2.6 1.9c-.6.3-.8.6-.8 1.2M8 11.5h.01M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0',
  pulse: 'M1.5 8h3l2-5 3 10 2-5h3',
  gear: 'M2 4.5h7M13 4.5h1M2 11.5h1M7 11.5h7M11 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4M5 13.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  minus: 'M4 8h8',
  plus: 'M4 8h8M8 4v8',
  chevron: 'M4 6l4 4 4-4',
  person: 'M8 7.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5M2.5 14c.6-2.6 2.8-4 5.5-4s4.9 1.4 5.5 4',
  seen: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  hidden:
    'M6.2 3.7A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a11 11 0 0 1-1.7 2.2M4 4.9A10.5 10.5 0 0 0 1.5 8S4 12.5 8 12.5c1.3 0 2.4-.4 3.4-1M2.5 2.5l11 11',
  seat: 'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M1.5 13.5c.4-2.3 2.2-3.5 4.5-3.5s4.1 1.2 4.5 3.5M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 10.3c1.4.5 2.2 1.6 2.5 3.2',
  out: 'M9.5 11v2.5h-7v-11h7V5M6 8h8M11.5 5.5L14 8l-2.5 2.5',
} as const;
export type IconName = keyof typeof paths;
export const iconNames = Object.keys(paths) as IconName[];

export const toneIcons: Record<Tone, IconName> = {
  positive: 'check',
  info: 'info',
  warning: 'alert',
  danger: 'alert',
  neutral: 'info',
};

/** Decoration beside words: never the only sign of anything. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}

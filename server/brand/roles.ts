import { contrast, type Oklch, readHex, toAlpha, toHex } from './oklch.ts';

export type Scheme = 'light' | 'dark';
/** CSS values by the role that they play; `server/brand/roles.test.ts` holds the contrast of each. */
export type Roles = Record<string, string>;

/** From this lightness a brand carries dark words, and keeps its colour. */
const PALE = 0.66;
/** Darker brands carry white words; the band between carries neither. */
const DEEP = 0.522;
const GREY = 0.04;
const TEXT = 4.5;
const MARK = 3;

const degrees = (h: number) => (h * Math.PI) / 180;
const of = (l: number, c: number, h: number): Oklch => ({ l, c, h: degrees(h) });

interface Distance {
  ratio: number;
  /** The step of lightness. */
  by: number;
}

/** Moves away from its grounds until it can be told from each of them. */
function held(color: Oklch, grounds: string[], { ratio, by }: Distance): string {
  let { l } = color;
  while (l > 0 && l < 1 && grounds.some((ground) => contrast(toHex({ ...color, l }), ground) < ratio)) l += by;
  return toHex({ ...color, l: Math.min(1, Math.max(0, l)) });
}

/** Every colour of the pages, from one of the brand. Good, warning and bad never follow it. */
export function rolesOf(brand: string, scheme: Scheme): Roles {
  const base = readHex(brand);
  const grounds = neutrals(base, scheme);
  return {
    ...grounds,
    ...accents(base, scheme, grounds),
    ...meanings(scheme),
    ...shadows(base, scheme),
  };
}

function neutrals({ c, h }: Oklch, scheme: Scheme) {
  const breath = Math.min(c, 0.2);
  const tint = (l: number, share: number) => ({ l, c: breath * share, h });
  const isLight = scheme === 'light';
  const by = isLight ? -0.005 : 0.005;
  const paper = toHex(isLight ? tint(0.978, 0.022) : tint(0.168, 0.045));
  const sheet = isLight ? '#ffffff' : toHex(tint(0.212, 0.055));
  const well = toHex(isLight ? tint(0.953, 0.035) : tint(0.252, 0.06));
  const raised = isLight ? '#ffffff' : toHex(tint(0.342, 0.06));
  const mark = held(isLight ? tint(0.61, 0.08) : tint(0.575, 0.08), [paper, sheet], { ratio: MARK, by: by });
  return {
    paper,
    sheet,
    well,
    raised,
    ink: toHex(isLight ? tint(0.205, 0.12) : tint(0.955, 0.02)),
    'ink-2': held(isLight ? tint(0.475, 0.09) : tint(0.735, 0.07), [paper, sheet, well], { ratio: TEXT, by: by }),
    'ink-3': mark,
    edge: mark,
    hair: isLight ? toAlpha(tint(0.2, 0.2), 0.11) : toAlpha(tint(0.98, 0.1), 0.12),
    scrim: isLight ? toAlpha(of(0.2, 0.02, 265), 0.4) : toAlpha(of(0.05, 0, 0), 0.62),
  };
}

function accents(base: Oklch, scheme: Scheme, { paper, sheet, well }: Roles & ReturnType<typeof neutrals>) {
  const { l, c, h } = base;
  const isLight = scheme === 'light';
  const by = isLight ? -0.005 : 0.005;
  const isPale = l >= PALE;
  const isGrey = c < GREY;
  const hasDarkWords = isPale || (!isLight && isGrey);
  const words = hasDarkWords ? toHex({ l: 0.19, c: Math.min(c, GREY), h }) : '#ffffff';
  const accent = held(fill(base, { isLight, isPale, isGrey }), [words], {
    ratio: TEXT,
    by: hasDarkWords ? 0.005 : -0.005,
  });
  const own = readHex(accent);
  const away = (share: number) => toHex({ l: own.l * share + (hasDarkWords ? 1 - share : 0), c: own.c * share, h });
  const washes = isLight ? { l: 0.955, c: Math.min(c * 0.16, 0.032), h } : { l: 0.285, c: Math.min(c * 0.35, 0.06), h };
  const wash = toHex(washes);
  const ink = isLight
    ? { l: Math.min(l, 0.475), c: Math.min(c, 0.22), h }
    : { l: Math.max(l, 0.785), c: Math.min(c, 0.13), h };
  const mark = isLight ? { l: Math.min(l, 0.6), c, h } : { l: Math.max(l, 0.66), c: Math.min(c, 0.17), h };
  const rim = isLight ? { ...own, l: Math.min(own.l, 0.6) } : { ...own, l: Math.max(own.l, 0.56) };
  return {
    accent,
    'on-accent': words,
    'accent-hover': away(0.9),
    'accent-press': away(0.82),
    'accent-rim': held(rim, [paper, sheet], { ratio: MARK, by: by }),
    'accent-ink': held(ink, [paper, sheet, well, wash], { ratio: TEXT, by: by }),
    'accent-wash': wash,
    'accent-mark': held(mark, [paper, sheet], { ratio: MARK, by: by }),
  };
}

interface Kind {
  isLight: boolean;
  isPale: boolean;
  isGrey: boolean;
}

/** A deep brand gains chroma as it gains lightness, or it would look switched off; one without colour becomes light in the dark. */
function fill({ l, c, h }: Oklch, { isLight, isPale, isGrey }: Kind): Oklch {
  if (isPale) return { l, c, h };
  if (isLight) return { l: Math.min(l, DEEP), c, h };
  if (isGrey) return { l: 0.92, c, h };
  return { l: DEEP, c: Math.max(c, Math.min(0.17, (c * DEEP) / Math.max(l, 0.15))), h };
}

const MEANINGS: Record<string, Record<Scheme, Oklch>> = {
  good: { light: of(0.46, 0.105, 158), dark: of(0.82, 0.13, 158) },
  'good-wash': { light: of(0.96, 0.03, 158), dark: of(0.29, 0.045, 158) },
  warn: { light: of(0.475, 0.1, 66), dark: of(0.84, 0.125, 80) },
  'warn-wash': { light: of(0.965, 0.038, 84), dark: of(0.295, 0.045, 75) },
  'warn-mark': { light: of(0.62, 0.14, 62), dark: of(0.79, 0.14, 76) },
  bad: { light: of(0.5, 0.185, 27), dark: of(0.775, 0.135, 25) },
  'bad-wash': { light: of(0.962, 0.02, 25), dark: of(0.295, 0.055, 25) },
  'bad-fill': { light: of(0.525, 0.195, 27), dark: of(0.555, 0.19, 27) },
  'bad-fill-hover': { light: of(0.47, 0.18, 27), dark: of(0.52, 0.185, 27) },
};

function meanings(scheme: Scheme): Roles {
  const named = Object.entries(MEANINGS).map(([role, colors]) => [role, toHex(colors[scheme])]);
  return { ...Object.fromEntries(named), 'on-bad': '#ffffff' };
}

/** One lifted sheet a page; menus and dialogs float above it. */
function shadows({ h }: Oklch, scheme: Scheme): Roles {
  const black = { l: 0, c: 0, h: 0 };
  const shade = (light: number, dark: number, l = 0.25) =>
    scheme === 'light' ? toAlpha({ l, c: 0.04, h }, light) : toAlpha(black, dark);
  const rim = (light: number, dark: number) =>
    `0 0 0 1px ${scheme === 'light' ? toAlpha({ l: 0.25, c: 0.03, h }, light) : toAlpha({ ...black, l: 1 }, dark)}`;
  return {
    lift: `${rim(0.06, 0.08)}, 0 1px 2px ${shade(0.06, 0.3)}, 0 18px 40px -24px ${shade(0.22, 0.6, 0.3)}`,
    float: `${rim(0.09, 0.12)}, 0 4px 10px ${shade(0.08, 0.35)}, 0 28px 56px -20px ${shade(0.32, 0.75)}`,
    press: `0 1px 1px ${shade(0.09, 0.3)}`,
  };
}

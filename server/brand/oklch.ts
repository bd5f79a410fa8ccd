/** A colour by lightness (0 to 1), chroma (0 to about 0.37) and hue (radians): equal steps look equal. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Triple = [number, number, number];

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** `#rrggbb` or `#rgb`. */
function linearOf(hex: string): Triple {
  const digits = hex.slice(1);
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return [0, 2, 4].map((at) => toLinear(Number.parseInt(full.slice(at, at + 2), 16) / 255)) as Triple;
}

/** Reads `#rrggbb` or `#rgb`. */
export function readHex(hex: string): Oklch {
  const [r, g, b] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const c = Math.hypot(a, y);
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: c < 0.0005 ? 0 : c, h: Math.atan2(y, a) };
}

function linearFrom({ l, c, h }: Oklch): Triple {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
}

const isShown = (value: number) => value >= -0.0001 && value <= 1.0001;

/** `#rrggbb`; what screens can't show loses chroma, not lightness or hue. */
export function toHex(color: Oklch): string {
  let [least, most] = [0, color.c];
  let shown = linearFrom(color);
  for (let step = 0; step < 20 && !shown.every(isShown); step += 1) {
    const c = (least + most) / 2;
    const tried = linearFrom({ ...color, c });
    if (tried.every(isShown)) least = c;
    else most = c;
    shown = step === 18 ? linearFrom({ ...color, c: least }) : tried;
  }
  const digits = shown.map((value) => Math.round(toGamma(Math.min(1, Math.max(0, value))) * 255));
  return `#${digits.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** With `alpha` from 0 to 1, as CSS writes it. */
export function toAlpha(color: Oklch, alpha: number): string {
  const hex = toHex(color);
  const digits = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${digits.join(' ')} / ${Math.round(alpha * 100)}%)`;
}

function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Of two hex colours, 1 to 21, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import classes from './LookPage.module.css';
import { Part } from './Part.tsx';

/** Every custom property of the root, as the browser has it: no list here can miss one. */
function useTokens(): [name: string, value: string][] {
  const [tokens, setTokens] = useState<[string, string][]>([]);
  useEffect(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const roots = rules.filter(
      (rule): rule is CSSStyleRule => rule instanceof CSSStyleRule && rule.selectorText === ':root',
    );
    const names = roots.flatMap(({ style }) => [...style]).filter((name) => name.startsWith('--'));
    const computed = getComputedStyle(document.documentElement);
    setTokens([...new Set(names)].map((name) => [name, computed.getPropertyValue(name)]));
  }, []);
  return tokens;
}

interface Kind {
  title: string;
  rule: string;
  is: RegExp;
  shape: 'word' | 'bar' | 'box' | 'none';
  style(value: string): CSSProperties;
}

const kinds: Kind[] = [
  {
    title: 'Type',
    rule: 'The reader’s system face, seven sizes, three weights.',
    is: /^--(t-|w-|font$|mono$)/,
    shape: 'word',
    style: (value) => wordStyle(value),
  },
  {
    title: 'Space',
    rule: 'Related things 8 to 12 apart, groups 32, parts 48.',
    is: /^--(s\d|gutter|inset|control|page|measure)/,
    shape: 'bar',
    style: (width) => ({ width, maxWidth: '100%' }),
  },
  {
    title: 'Radii',
    rule: 'Controls 9, the sheet 16.',
    is: /^--r-/,
    shape: 'box',
    style: (borderRadius) => ({ borderRadius, background: 'var(--well)' }),
  },
  {
    title: 'Elevation',
    rule: 'One lifted sheet a page; menus and dialogs float.',
    is: /^--(lift|float|press)$/,
    shape: 'box',
    style: (boxShadow) => ({ boxShadow, background: 'var(--sheet)' }),
  },
  {
    title: 'Motion',
    rule: 'Hover and menus; dialogs and numbers; a row that arrives.',
    is: /^--(fast|base|slow|ease)$/,
    shape: 'none',
    style: () => ({}),
  },
  {
    title: 'Colour roles',
    rule: 'Computed from one colour of the brand; good, warning and bad never follow it.',
    is: /^--(paper|sheet|well|raised|ink|edge|hair|scrim|accent|on-|good|warn|bad)/,
    shape: 'box',
    style: (background) => ({ background }),
  },
];

function wordStyle(value: string): CSSProperties {
  if (/^\d+$/.test(value)) return { fontWeight: value };
  return /rem|clamp/.test(value) ? { fontSize: value, lineHeight: 1.2 } : { fontFamily: value };
}

export function Tokens() {
  const tokens = useTokens();
  return kinds.map(({ title, rule, is, shape, style }) => (
    <Part key={title} title={title} rule={rule}>
      <ul className={classes.tokens} data-shape={shape}>
        {tokens
          .filter(([name]) => is.test(name))
          .map(([name, value]) => (
            <Token key={name} name={name} value={value}>
              {shape !== 'none' && <span style={style(value)}>{shape === 'word' && 'Nothing is charged.'}</span>}
            </Token>
          ))}
      </ul>
    </Part>
  ));
}

function Token({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <li>
      {children}
      <code>{name}</code>
      <small className="quiet">{value}</small>
    </li>
  );
}

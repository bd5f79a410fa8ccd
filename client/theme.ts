import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  NativeSelect,
  PasswordInput,
  TextInput,
} from '@mantine/core';
import { createElement } from 'react';
import { Icon } from './components/ui/Icon.tsx';

/** Deep green: the colour of banknotes and ledgers, dark enough to carry white text. */
const pine: MantineColorsTuple = [
  '#ecf6f3',
  '#d3eae4',
  '#a9d6cb',
  '#7cc0b1',
  '#4fa896',
  '#278d7b',
  '#0f7465',
  '#0b5d52',
  '#084a41',
  '#063830',
];

/** Neutrals of the dark scheme with a breath of the same green. */
const dark: MantineColorsTuple = [
  '#e7eeea',
  '#c3cfc9',
  '#a3b2ab',
  '#74857e',
  '#3a4842',
  '#2c3833',
  '#202b27',
  '#151e1b',
  '#111916',
  '#0e1513',
];

const field = { styles: { label: { fontWeight: 600, marginBottom: 6 } }, size: 'md' } as const;

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: 7,
  colors: { pine, dark },
  fontFamily: '"Segoe UI Variable Text", -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650', textWrap: 'balance' },
  defaultRadius: 'sm',
  radius: { sm: '6px', md: '10px' },
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: Button.extend({
      defaultProps: { size: 'md', px: 'md', loaderProps: { size: 18 } },
      styles: {
        root: { height: 'auto', minHeight: 'var(--button-height)', paddingBlock: 6, minWidth: '7rem' },
        label: { fontSize: '0.9375rem', whiteSpace: 'normal', textAlign: 'center', lineHeight: 1.3 },
      },
      vars: (_theme, { variant }) => ({ root: buttonColors[variant === 'default' ? 'default' : 'filled'] }),
    }),
    TextInput: TextInput.extend({ defaultProps: field }),
    PasswordInput: PasswordInput.extend({ defaultProps: field }),
    NativeSelect: NativeSelect.extend({
      defaultProps: { size: 'sm', rightSection: createElement(Icon, { name: 'chevron', size: 12 }) },
    }),
  },
});

/** Buttons by our own tokens: Mantine's filled buttons keep white text in the dark, where ours turn light. */
const buttonColors = {
  filled: {
    '--button-bg': 'var(--accent)',
    '--button-hover': 'var(--accent-hover)',
    '--button-color': 'var(--on-accent)',
    '--button-bd': '1px solid transparent',
  },
  default: {
    '--button-bg': 'var(--surface)',
    '--button-hover': 'var(--sunken)',
    '--button-color': 'var(--ink)',
    '--button-bd': '1px solid var(--line-strong)',
  },
};

/** Mantine's own variables on our tokens, where its defaults miss AA contrast. */
export const cssVariables: CSSVariablesResolver = () => {
  const scheme = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-quiet)',
    '--mantine-color-placeholder': 'var(--ink-quiet)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-error': 'var(--danger-text)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--ink-quiet)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-filled': 'var(--accent)',
  };
  return { variables: {}, light: scheme, dark: scheme };
};

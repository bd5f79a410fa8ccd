import { createHash } from 'node:crypto';
import { type Brand, colorSheet, drawnLogo } from './brand.ts';
import { escapeHtml } from './escape.ts';
import { rolesOf } from './roles.ts';

/** A file that pages ask for. */
export interface BrandFile {
  contentType: string;
  body: Buffer;
}

/** Where `client/index.html` asks for the colours. */
const SHEET = '/brand.css';

/** The files that differ by brand, by their path; the sheet's name changes with its content. */
export function brandFiles(brand: Brand): { sheet: string; files: Map<string, BrandFile> } {
  const body = Buffer.from(colorSheet(brand));
  const sheet = `/assets/brand-${createHash('sha256').update(body).digest('base64url').slice(0, 8)}.css`;
  const css = { contentType: 'text/css; charset=utf-8', body };
  const icon = brand.logo ?? { contentType: 'image/svg+xml', body: Buffer.from(drawnLogo(brand)) };
  return {
    sheet,
    // The first of the two is for Vite's own server in development.
    files: new Map([
      [SHEET, css],
      [sheet, css],
      ['/icon', icon],
    ]),
  };
}

/** The document of every page, with the brand's name, colours and support. */
export function dress(html: string, brand: Brand, sheet: string): string {
  const meta = [
    brand.name === null ? '' : `<meta name="application-name" content="${escapeHtml(brand.name)}" />`,
    brand.support === null ? '' : `<meta name="support" content="${escapeHtml(brand.support)}" />`,
    ...(['light', 'dark'] as const).map(
      (scheme) =>
        `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${rolesOf(brand.color, scheme).paper}" />`,
    ),
  ].join('');
  return html
    .replace(SHEET, sheet)
    .replace('</head>', () => `${meta}</head>`)
    .replace(/<title>.*?<\/title>/, (title) =>
      brand.name === null ? title : `<title>${escapeHtml(brand.name)}</title>`,
    );
}

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Brand } from '../brand/brand.ts';
import { brandFiles, dress } from '../brand/page.ts';

export interface Representation {
  body: Buffer;
  /** Strong: other bytes have another tag. */
  etag: string;
  /** The HTTP name of the encoding; absent: the uncompressed file. */
  encoding?: 'br' | 'gzip';
}

export interface ClientFile {
  contentType: string;
  /** Smallest first; the uncompressed file is last. */
  representations: Representation[];
}

const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/**
 * The built pages by path, with their compressed forms; a megabyte in total. They are read once at the start, so that
 * pages and scripts of one build are served together. The document wears the brand, and names what it asks for below
 * `base`.
 */
export function loadClientFiles(folder: string, brand: Brand, base = ''): Map<string, ClientFile> {
  const { sheet, files } = brandFiles(brand);
  const built = readBuild(folder);
  for (const [path, { contentType, body }] of files) built.set(path, { contentType, representations: packed(body) });
  const document = built.get(DOCUMENT);
  const html = document?.representations.at(-1)?.body.toString();
  if (document && html)
    built.set(DOCUMENT, { ...document, representations: packed(Buffer.from(placed(dress(html, brand, sheet), base))) });
  return built;
}

/** Vite names files by `./`, what is not built by `/`. Pages read from the tag where they are. */
function placed(html: string, base: string): string {
  const tag = base && `<meta name="base" content="${base}" />`;
  return html.replace(/(href|src)="\.?\//g, `$1="${base}/`).replace('</head>', () => `${tag}</head>`);
}

export const DOCUMENT = '/index.html';

/** `quality`: of brotli, 11 at most. */
export function packed(body: Buffer, quality = 11): Representation[] {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return [represent(brotliCompressSync(body, { params }), 'br'), represent(gzipSync(body), 'gzip'), represent(body)];
}

function readBuild(folder: string): Map<string, ClientFile> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).filter((file) => !/\.(br|gz)$/.test(file));
  return new Map(files.map((file) => [`/${relative(folder, file).split(sep).join('/')}`, load(file)]));
}

function load(file: string): ClientFile {
  const plain: Representation = represent(readFileSync(file));
  const encoded = Object.entries(ENCODINGS).flatMap(([name, extension]) =>
    existsSync(file + extension) ? represent(readFileSync(file + extension), name as 'br' | 'gzip') : [],
  );
  const contentType = CONTENT_TYPES[extname(file)] ?? 'application/octet-stream';
  return { contentType, representations: [...encoded, plain] };
}

function represent(body: Buffer, encoding?: 'br' | 'gzip'): Representation {
  return { body, encoding, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

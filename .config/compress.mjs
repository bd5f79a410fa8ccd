import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const texts = /\.(html|js|css|svg|json|txt|webmanifest)$/;
/** A response below this number of bytes fits into one packet anyway. */
const LEAST = 512;

const encodings = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Writes a `.br` and a `.gz` beside every text file, with the best compression, unless the file would grow. */
export async function compressFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && texts.test(entry.name));
  await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))));
}

async function compress(file) {
  const content = await readFile(file);
  if (content.length < LEAST) return;
  for (const [extension, encode] of Object.entries(encodings)) {
    const encoded = await encode(content, extension === 'gz' ? { level: 9 } : {});
    if (encoded.length < content.length) await writeFile(`${file}.${extension}`, encoded);
  }
}

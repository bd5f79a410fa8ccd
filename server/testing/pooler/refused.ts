import { describeCatalog } from '../../../prisma/catalog.ts';
import { settingsFor } from '../faults/parts/service.ts';
import { runOnce } from './runOnce.ts';

interface Given {
  /** By way of the pooler. */
  url: string;
  /** Without it. */
  databaseUrl: string;
  /** A part of what is to be said. */
  reason: string;
}

/** Starts the service and `db:migrate`, which both must end with the reason. Resolves to what is wrong. */
export async function isRefused({ url, databaseUrl, reason }: Given): Promise<string[]> {
  const broken: string[] = [];
  for (const name of ['main', 'migrate'] as const) {
    const { code, output } = await runOnce(name, { ...settingsFor(url), PORT: '0' });
    if (code !== 1) broken.push(`${name} ended with ${code}: ${output}`);
    if (!output.includes(reason)) broken.push(`${name} does not say "${reason}": ${output}`);
  }
  const tables = await describeCatalog(databaseUrl);
  return tables.length === 0 ? broken : [...broken, `it made ${tables.length} things in the database`];
}

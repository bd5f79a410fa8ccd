import { describeCatalog } from '../../../prisma/catalog.ts';
import { settingsFor } from '../faults/parts/service.ts';
import { runOnce } from './runOnce.ts';

interface Refusal {
  /** The database's URL through the pooler. */
  url: string;
  /** The database's own URL. */
  databaseUrl: string;
  /** A part of the expected message. */
  reason: string;
}

/** Starts the service and `db:migrate`; both must exit with the reason. Resolves to the problems. */
export async function isRefused({ url, databaseUrl, reason }: Refusal): Promise<string[]> {
  const broken: string[] = [];
  for (const name of ['main', 'migrate'] as const) {
    const { code, output } = await runOnce(name, { ...settingsFor(url), PORT: '0' });
    if (code !== 1) broken.push(`${name} ended with ${code}: ${output}`);
    if (!output.includes(reason)) broken.push(`${name} did not print "${reason}": ${output}`);
  }
  const tables = await describeCatalog(databaseUrl);
  return tables.length === 0 ? broken : [...broken, `it created ${tables.length} objects in the database`];
}

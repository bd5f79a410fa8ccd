import { parseArgs } from 'node:util';
import { lastRuns } from '../adapters/index.ts';
import { diagnose } from '../billing/diagnosis/diagnose.ts';
import type { Finding } from '../billing/diagnosis/finding.ts';
import { type Command, UsageError } from './command.ts';

export const doctorCommand: Command = {
  summary: 'check the key, the prices, the webhook endpoint, the portal and the clock with the provider',
  usage: `billing doctor [--provider P] [--json]
Checks the active and the draining providers. Changes nothing. Exit code 1 if something is wrong`,
  example: 'billing doctor --provider alpha',
  async run({ billing, settings, signal, print }, args) {
    const options = { provider: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { provider, json } = parseArgs({ args, options }).values;
    const asked = [...billing.adapters.values()].filter((each) => provider === undefined || each.provider === provider);
    if (asked.length === 0) throw new UsageError(`Provider ${provider} is neither active nor draining`);
    const around = {
      signal,
      isProduction: settings.mode === 'production',
      endsDuplicates: settings.duplicates === 'cancel',
    };
    const all: { provider: string; findings: Finding[] }[] = [];
    for (const adapter of asked) {
      const isSandbox = settings.sandbox && adapter === billing.adapter;
      const lastRun = lastRuns[adapter.provider] ?? null;
      const findings = await diagnose(billing, adapter, { ...around, isSandbox, lastRun });
      if (!json) print(toText(adapter.provider, adapter.diagnosis?.company, findings));
      all.push({ provider: adapter.provider, findings });
    }
    if (json) print(JSON.stringify(all, null, 2));
    return all.some(({ findings }) => findings.some(({ level }) => level === 'wrong')) ? 1 : 0;
  },
};

function toText(provider: string, company: string | undefined, findings: readonly Finding[]): string {
  if (company === undefined) return `${provider}: no checks available`;
  const wrong = findings.filter(({ level }) => level === 'wrong').length;
  const lines = findings.flatMap(({ level, part, says, mend }) => [
    `  ${level.padEnd(5)}  ${part.padEnd(8)}  ${says}`,
    ...(mend === undefined ? [] : [`${' '.repeat(19)}-> ${mend}`]),
  ]);
  const end = wrong === 0 ? 'Nothing is wrong.' : wrong === 1 ? '1 thing is wrong.' : `${wrong} things are wrong.`;
  return [`${company} (${provider})`, ...lines, end].join('\n');
}

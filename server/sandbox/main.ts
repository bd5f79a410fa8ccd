import { readFileSync } from 'node:fs';
import { type SandboxOptions, startSandbox } from './index.ts';

/** `tsx server/sandbox/main.ts <options.json>`: the sandbox as a program of its own. The file holds SandboxOptions. */
async function main([path]: string[]): Promise<void> {
  if (!path) throw new Error('Usage: tsx server/sandbox/main.ts <options.json>');
  const sandbox = await startSandbox(JSON.parse(readFileSync(path, 'utf8')) as SandboxOptions);
  console.log(`sandbox listening on ${sandbox.url}`);
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

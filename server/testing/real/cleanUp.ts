import type { Ground } from './ground.ts';

/** Takes back all that was made, the newest first, whatever fails on the way. Resolves to what could not be taken back. */
export async function cleanUp({ undo }: Ground): Promise<string[]> {
  const left: string[] = [];
  for (let next = undo.pop(); next; next = undo.pop()) {
    const { what, run } = next;
    await run().catch((error: unknown) => left.push(`${what}: ${error instanceof Error ? error.message : error}`));
  }
  return left;
}

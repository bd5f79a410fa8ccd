import type { Ground } from './ground.ts';

/** Removes everything that was created, newest first, and continues after failures. Resolves to the failures. */
export async function cleanUp({ undo }: Ground): Promise<string[]> {
  const left: string[] = [];
  for (let next = undo.pop(); next; next = undo.pop()) {
    const { what, run } = next;
    await run().catch((error: unknown) => left.push(`${what}: ${error instanceof Error ? error.message : error}`));
  }
  return left;
}

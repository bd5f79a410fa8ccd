const AT_ONCE = 5;

/** All are done or the first failure is thrown; several at once, so that a slow provider is asked in time. */
export async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const take = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, take));
}

/** What is asked of one company by its own SDK: `<resource>.<method>`, and how it is meant where one method does several things. */
export type Calls<Shop> = Record<string, (shop: Shop) => Promise<unknown>>;

export interface Outcome {
  call: string;
  /** null: it works. */
  refusal: string | null;
}

/** Makes one call after the other. Whatever the SDK throws for a readable answer is the company's own error. */
export async function tryCalls<Shop>(calls: Calls<Shop>, shop: Shop): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [call, run] of Object.entries(calls)) {
    const refusal = await run(shop).then(
      () => null,
      (error: unknown) => refusalOf(error),
    );
    outcomes.push({ call, refusal });
  }
  return outcomes;
}

function refusalOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const kind = error.constructor.name;
  return `${kind}: ${error.message.split('\n')[0]}`;
}

/** Calls made with one company's own SDK: `<resource>.<method>`, and a variant for methods with several uses. */
export type Calls<Shop> = Record<string, (shop: Shop) => Promise<unknown>>;

export interface Outcome {
  call: string;
  /** null: the call works. */
  refusal: string | null;
}

/** Makes the calls one after the other. An SDK error for a readable response counts as the company's own refusal. */
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

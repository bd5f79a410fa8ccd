/** An open stream of the server-sent events of `subscription.changes`. */
export interface OpenStream {
  status: number;
  headers: Headers;
  /** Resolves when the stream has ended. */
  ended: Promise<void>;
  hasEnded(): boolean;
  text(): string;
  /** How many changes were received, including the initial one. */
  told(): number;
}

type Call = (path: string, init: RequestInit) => Promise<Response>;

export async function openStream(call: Call, cookie: string, signal?: AbortSignal): Promise<OpenStream> {
  const response = await call('/api/trpc/subscription.changes', { headers: { cookie }, signal });
  const lines: string[] = [];
  const decoder = new TextDecoder();
  const read = async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      lines.push(...decoder.decode(chunk).split('\n'));
  };
  let hasEnded = false;
  const ended = read()
    .catch(() => undefined)
    .then(() => {
      hasEnded = true;
    });
  return {
    status: response.status,
    headers: response.headers,
    ended,
    hasEnded: () => hasEnded,
    text: () => lines.join('\n'),
    told: () => lines.filter((line) => line.includes('"at"')).length,
  };
}

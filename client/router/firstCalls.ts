/** A query of the typed API. */
export interface FirstCall {
  /** As the router names it, as `subscription.live`. */
  path: string;
  input?: object;
}

const BEGIN = '/api/trpc/';

/** Several calls as one request, from the site's root. */
export function addressOfCalls(calls: readonly FirstCall[]): string {
  const inputs = Object.fromEntries(calls.flatMap(({ input }, index) => (input ? [[index, input]] : [])));
  return `${BEGIN}${calls.map(({ path }) => path)}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
}

/** The calls of such a request. */
export function callsOf(address: string): FirstCall[] {
  const { pathname, searchParams } = new URL(address);
  const inputs = JSON.parse(searchParams.get('input') ?? '{}') as Record<number, object>;
  const paths = pathname.slice(pathname.indexOf(BEGIN) + BEGIN.length).split(',');
  return paths.map((path, index) => ({ path, input: inputs[index] }));
}

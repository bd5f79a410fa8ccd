import { AsyncLocalStorage } from 'node:async_hooks';

/** A caller's place in its own trace (W3C Trace Context), by the field names that OpenTelemetry gives log lines. */
export interface Trace {
  trace_id: string;
  span_id: string;
}

interface Context {
  trace: Trace;
  /** The header as it goes on: we add no span of our own. */
  header: string;
}

const FORM = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

const current = new AsyncLocalStorage<Context>();

/** Runs `work` within the trace of a `traceparent` header; without one, or with a malformed one, within none. */
export function withinTrace<T>(header: unknown, work: () => T): T {
  const context = typeof header === 'string' ? contextOf(header) : undefined;
  return context ? current.run(context, work) : work();
}

/** A later version may have more parts, which we don't know; of the flags we know one. */
function contextOf(header: string): Context | undefined {
  const [, version, trace_id = '', span_id = '', flags = ''] = FORM.exec(header) ?? [];
  if (version === undefined || (version === '00' && header.length !== 55)) return undefined;
  const sampled = Number.parseInt(flags, 16) & 1;
  return { trace: { trace_id, span_id }, header: `00-${trace_id}-${span_id}-0${sampled}` };
}

/** The fields of a log line. */
export const traceFields = (): Trace | object => current.getStore()?.trace ?? {};

/** The headers of a call to a provider. */
export function traceHeaders(): Record<string, string> {
  const header = current.getStore()?.header;
  return header ? { traceparent: header } : {};
}

/** Aborted by the first SIGTERM or SIGINT. From the call on neither ends the process by itself. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => stop.abort(new Error('Stopped; the next run continues from here')));
  return stop.signal;
}

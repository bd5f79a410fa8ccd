/** A sample in the fast storey; in the slow one, which decides landing, the whole of it (or all that the sample leaves out). */
export function sampleOr<T>(sample: T, whole: T): T {
  return process.env.TEST_STOREY === 'slow' ? whole : sample;
}

/** The middle value, the upper one of an even number of values, or 0 without values. */
export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

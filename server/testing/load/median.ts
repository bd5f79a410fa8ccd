/** The middle value; of an even number of values the upper one; 0 of none. */
export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

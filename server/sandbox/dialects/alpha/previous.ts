type Plain = Record<string, unknown>;

/**
 * `previous_attributes` of an updated object: the previous values of the changed fields. Nested objects contain only
 * their changed keys; lists are complete. undefined: nothing changed.
 */
export function previousAttributes(before: object, after: object): Plain | undefined {
  const changed: Plain = {};
  for (const [key, old] of Object.entries(before)) {
    const now = (after as Plain)[key];
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    changed[key] = isPlain(old) && isPlain(now) ? previousAttributes(old, now) : old;
  }
  return Object.keys(changed).length > 0 ? changed : undefined;
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

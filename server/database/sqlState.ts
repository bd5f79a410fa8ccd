/** PostgreSQL's five-character error code; empty for other errors. */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** SQLSTATE classes 21 to 23 blame the values: the same event would be refused again. */
export function isRefusal(error: unknown): boolean {
  return /^2[123]...$/.test(sqlState(error));
}

/** Rows as text in columns as wide as they need; the keys of the first row are the heading. */
export function toTable(rows: readonly Record<string, unknown>[]): string {
  const [first] = rows;
  if (!first) return '(none)';
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

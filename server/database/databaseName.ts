/** Identifies a database without credentials or options: `db.example.com:5432/billing`. */
export function databaseName(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (hostname || 'localhost');
  return `${host}:${port || 5432}${pathname}`;
}

import pg from 'pg';

const CATALOG = `
  SELECT format('%s %I', CASE relkind WHEN 'r' THEN 'table' WHEN 'S' THEN 'sequence' ELSE relkind::text END, relname) AS line
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('i', 't')
  UNION ALL
  SELECT format('column %s.%I %s%s%s', attrelid::regclass, attname, format_type(atttypid, atttypmod),
      CASE WHEN attnotnull THEN ' not null' ELSE '' END, coalesce(' default ' || pg_get_expr(adbin, adrelid), ''))
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid AND relkind = 'r'
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT pg_get_indexdef(indexrelid)
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT format('constraint %s %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
  UNION ALL
  SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL
  SELECT format('enum %s %s', enumtypid::regtype, enumlabel) FROM pg_enum`;

/** Everything that the schema `public` holds, a sorted line each, without Prisma's own table. */
export async function describeCatalog(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(CATALOG);
    return rows
      .map(({ line }) => line)
      .filter((line) => !line.includes('_prisma_migrations'))
      .sort();
  } finally {
    await client.end();
  }
}

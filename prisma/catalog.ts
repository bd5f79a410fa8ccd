import pg from 'pg';

const CATALOG = `
  SELECT format('%s %I', CASE WHEN relkind IN ('r', 'p') THEN 'table' WHEN relkind = 'S' THEN 'sequence' ELSE relkind::text END,
      relname) AS line
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('i', 'I', 't', 'v') AND NOT relispartition
  UNION ALL
  SELECT format('column %s.%I %s%s%s', attrelid::regclass, attname, format_type(atttypid, atttypmod),
      CASE WHEN attnotnull THEN ' not null' ELSE '' END, coalesce(' default ' || pg_get_expr(adbin, adrelid), ''))
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid AND relkind IN ('r', 'p') AND NOT relispartition
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT relispartition
  UNION ALL
  SELECT format('constraint %s %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE connamespace = 'public'::regnamespace AND contype NOT IN ('n', 'c') AND NOT relispartition
  UNION ALL
  SELECT format('enum %s %s', enumtypid::regtype, enumlabel) FROM pg_enum`;

const BEYOND_PRISMA = `
  SELECT format('trigger %s on %s', tgname, tgrelid::regclass) AS line FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT format('function %s', oid::regprocedure) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL
  SELECT format('view %s', (quote_ident(schemaname) || '.' || quote_ident(viewname))::regclass) FROM pg_views
    WHERE schemaname IN ('public', 'billing_v1')
  UNION ALL
  SELECT format('check %s on %s', conname, conrelid::regclass)
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE connamespace = 'public'::regnamespace AND contype = 'c' AND NOT relispartition
  UNION ALL
  SELECT format('%s partitioned by %s', partrelid::regclass, pg_get_partkeydef(partrelid)) FROM pg_partitioned_table`;

/**
 * The objects of the schema `public` that `schema.prisma` can describe, as sorted lines, without the tables that record what was applied.
 */
export function describeCatalog(url: string): Promise<string[]> {
  return readLines(url, CATALOG);
}

/** The names of the objects that `schema.prisma` cannot describe. */
export function describeBeyondPrisma(url: string): Promise<string[]> {
  return readLines(url, BEYOND_PRISMA);
}

async function readLines(url: string, sql: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(sql);
    return rows
      .map(({ line }) => line)
      .filter((line) => !/_prisma_migrations|_schema_objects/.test(line))
      .sort();
  } finally {
    await client.end();
  }
}

-- The role of programs that read billing_v1: roles are the server's, not the database's, so it may be there already.
DO $$
DECLARE
  grants CONSTANT text :=
    'GRANT USAGE ON SCHEMA billing_v1 TO billing_reader; GRANT SELECT ON ALL TABLES IN SCHEMA billing_v1 TO billing_reader;';
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'billing_reader') THEN
    BEGIN
      CREATE ROLE billing_reader NOLOGIN;
    EXCEPTION
      -- Another database of this server made it meanwhile.
      WHEN duplicate_object OR unique_violation THEN NULL;
      WHEN insufficient_privilege THEN
        RAISE WARNING USING MESSAGE = format(
          'The role %I may not make roles. Where other programs are to read billing_v1, let one that may run: CREATE ROLE billing_reader; %s',
          current_user, grants);
        RETURN;
    END;
  END IF;
  EXECUTE grants;
END
$$;

-- fits: 20261121045924_hot_updates

CREATE OR REPLACE VIEW "access_v2" AS
SELECT a."userId", a."plan", a."reason", a."until", a."seats", now() AS "asOf", a."endsAt" FROM access_with_seats_at(now()) a;

COMMENT ON VIEW "access_v2" IS
  'access_v1 with the seats (null: any number), and endsAt: when access ends or changes by time alone. Its columns never change.';

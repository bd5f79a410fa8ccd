/** The ids of those whose accounts are gone; a marked one that is still there changed their mind, or the deletion failed. */
export const GONE = `(SELECT e."userId" FROM erased_user e
  WHERE NOT EXISTS (SELECT FROM "user" u WHERE u.id = e."userId"))`;

import type { PasswordLimits } from '../../server/trpc/router.ts';

/** Other numbers than the server's do not compile. */
export const passwordLimits: PasswordLimits = { shortest: 8, longest: 128 };

/** In characters. The types keep the client's copy equal. */
export const passwordLimits = { shortest: 8, longest: 128 } as const;
export type PasswordLimits = typeof passwordLimits;

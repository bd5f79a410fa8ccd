/** Characters. The client's own copy is held to these by their type. */
export const passwordLimits = { shortest: 8, longest: 128 } as const;
export type PasswordLimits = typeof passwordLimits;

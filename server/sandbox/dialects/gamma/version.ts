/** The only supported API version. */
export const API_VERSION = '2026-10';

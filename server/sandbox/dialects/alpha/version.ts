/** The only supported API version; the types of the installed `stripe` describe it. */
export const API_VERSION = '2026-10-28.endive';

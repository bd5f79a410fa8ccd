/** The one version of the API that is spoken; the types of the installed `stripe` are of it. */
export const API_VERSION = '2026-10-28.endive';

/** The one version of the API that is spoken. */
export const API_VERSION = '2026-10';

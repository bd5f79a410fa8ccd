import type { RequestListener } from 'node:http';

/** The path of BASE_URL, under which pages and API live; empty: they have their host to themselves. */
export const basePathOf = (baseUrl: string) => new URL(baseUrl).pathname.replace(/\/$/, '');

/**
 * Answers below the path and without it alike: proxies may pass it on or take it away, and probes and the sandbox know
 * nothing of it.
 */
export function below(baseUrl: string, listener: RequestListener): RequestListener {
  const path = basePathOf(baseUrl);
  if (path === '') return listener;
  return (request, response) => {
    const { url = '/' } = request;
    const rest = url.startsWith(path) ? url.slice(path.length) : url;
    // `/billingx` is another path.
    if (rest === '' || '/?'.includes(rest.charAt(0))) request.url = rest.startsWith('/') ? rest : `/${rest}`;
    listener(request, response);
  };
}

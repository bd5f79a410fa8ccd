import type { Response } from 'express';
import { type Fragment, type Html, html } from './html.ts';

export interface Page {
  title: string;
  /** `wide`: room for tables. */
  width?: 'narrow' | 'wide';
  body: Fragment;
}

export interface SendOptions {
  status?: number;
  /** External addresses that forms may redirect to. */
  formTargets?: (string | null)[];
}

/** Sends a page with a content security policy that allows only its own style sheet and forms. */
export function sendPage(response: Response, page: Page, { status = 200, formTargets = [] }: SendOptions = {}): void {
  const origins = formTargets.filter((target) => target !== null && URL.canParse(target));
  const targets = origins.map((target) => new URL(target ?? '').origin).join(' ');
  response.status(status).set({
    'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self' ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.type('html').send(documentOf(page).text);
}

function documentOf({ title, width = 'narrow', body }: Page): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Sandbox</title>
<link rel="stylesheet" href="/assets/sandbox.css">
</head>
<body>
<header class="ribbon"><strong>Sandbox: no real money.</strong> A stand-in for the payment company. Never enter a real card.</header>
<main class="${width}">${body}</main>
</body>
</html>
`;
}

export function alert(message: Fragment): Html {
  return html`<p class="alert" role="alert">${message}</p>`;
}

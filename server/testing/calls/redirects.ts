/** Addresses that must never become a redirect, for a service whose only allowed origin is its own, `own`. */
export function hostileAddresses(own: string): string[] {
  const { host, port, hostname } = new URL(own);
  return [
    ...[
      'https://evil.example.com',
      'http://evil.example.com/dashboard',
      'HTTPS://EVIL.example.com',
      '//evil.example.com',
    ],
    ...[
      '///evil.example.com',
      '////evil.example.com',
      '/\\evil.example.com',
      '\\\\evil.example.com',
      '\\/evil.example.com',
    ],
    ...[
      '/\\/evil.example.com',
      '/\t/evil.example.com',
      '/\n/evil.example.com',
      '/\r/evil.example.com',
      '\t//evil.example.com',
    ],
    ...[' //evil.example.com', ' https://evil.example.com', 'https://evil.example.com ', '/ /evil.example.com'],
    ...['https:evil.example.com', 'https:/evil.example.com', 'https:///evil.example.com', 'https:\\\\evil.example.com'],
    ...['http:evil.example.com', 'http:/evil.example.com', '/%0d%0a\\evil\0', '/dash\0board', '\u0000/dashboard'],
    ...['javascript:alert(1)', 'JavaScript:alert(1)', 'java\nscript:alert(1)', ' javascript:alert(1)', 'vbscript:x'],
    ...[
      'data:text/html,<script>alert(1)</script>',
      'file:///etc/passwd',
      'ftp://evil.example.com',
      'blob:https://evil',
    ],
    ...['mailto:eve@example.com', 'tel:1', 'about:blank', 'ws://evil.example.com', 'intent://evil#Intent;end', 'x:y'],
    ...[
      `${own}@evil.example.com`,
      `${own}.evil.example.com`,
      `${own}:pass@evil.example.com`,
      `${own}\\@evil.example.com`,
    ],
    ...[
      `http://user@${host}`,
      `http://user:pass@${host}/`,
      `http://:@evil.example.com#${host}`,
      `//${host}@evil.example.com`,
    ],
    ...[`https://evil.example.com/${own}`, `https://evil.example.com?${own}`, `https://evil.example.com#${own}`],
    ...[`https://${host}`, `http://${hostname}`, `http://${hostname}:${Number(port) + 1}`, `http://evil.${host}`],
    ...['dashboard', './dashboard', '../dashboard', '?x=1', '#x', '', ' ', '.', 'evil.example.com', '。。/evil'],
    ...['http://', 'https://', 'http://[', 'http://%', 'http://evil.example.com:99999', `/${'x'.repeat(2_500)}`],
    ...['https://еvil.example.com', 'https://evil。example.com', 'http://127.1:1', 'http://0x7f000001', 'http://[::1]'],
  ];
}

/** Addresses that may become a redirect, and the URL that the provider must get for each. */
export function goodAddresses(own: string): [wanted: string, given: string][] {
  return [
    ['/', `${own}/`],
    ['/dashboard', `${own}/dashboard`],
    ['/dashboard?checkout=success&x=%20', `${own}/dashboard?checkout=success&x=%20`],
    ['/a/../dashboard', `${own}/dashboard`],
    ['/dashboard#plans', `${own}/dashboard#plans`],
    ['/search?next=https://evil.example.com', `${own}/search?next=https://evil.example.com`],
    ['/über', `${own}/%C3%BCber`],
    [own, `${own}/`],
    [`${own}/dashboard`, `${own}/dashboard`],
    [`${own.toUpperCase()}/Dashboard`, `${own}/Dashboard`],
    ['/@evil.example.com', `${own}/@evil.example.com`],
    ['/.//evil.example.com', `${own}//evil.example.com`],
  ];
}

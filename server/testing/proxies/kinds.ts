import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../settings/packageRoot.ts';
import { readCompose } from './compose.ts';
import { adapt, blockOf } from './pages.ts';
import { type Launch, type Place, type ProxyKind, write } from './proxy.ts';

const PAGE = 'server/docs/proxies.md';
const DOCUMENTED = ['127.0.0.1:3000', '127.0.0.1:3001'] as const;

const upstreamsOf = ({ upstreams: [one, two] }: Place) => ({ [DOCUMENTED[0]]: one, [DOCUMENTED[1]]: two });

function configureNginx(place: Place): Launch {
  const { folder, port, certificate, key } = place;
  const lines = adapt(blockOf(PAGE, 'nginx'), {
    ...upstreamsOf(place),
    'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
    'billing.example.com': '127.0.0.1',
    '/etc/ssl/billing.pem': certificate,
    '/etc/ssl/billing.key': key,
  });
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/${what};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const path = write(
    place,
    'nginx.conf',
    `daemon off; ${user} pid ${folder}/nginx.pid; events {}\nhttp { access_log off; ${kept.join(' ')}\n${lines}}\n`,
  );
  return { args: ['-p', folder, '-e', 'stderr', '-c', path] };
}

function configureHaproxy(place: Place): Launch {
  const { port, certificate, key } = place;
  const both = write(place, 'haproxy.pem', readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  const lines = adapt(blockOf(PAGE, 'haproxy'), {
    ...upstreamsOf(place),
    'bind :443 ': `bind 127.0.0.1:${port} `,
    '/etc/ssl/billing.pem': both,
  });
  return { args: ['-db', '-f', write(place, 'haproxy.cfg', lines)] };
}

/** Uses Caddy's environment from compose.yaml; only the container's host names and ports are replaced. */
function configureCaddy({ folder, port, upstreams, trusted = '' }: Place): Launch {
  const variables = { BASE_URL: `https://127.0.0.1:${port}`, POSTGRES_PASSWORD: 'unused', TRUSTED_PROXIES: trusted };
  const { environment, volumes } = readCompose(variables).services.proxy;
  const [file = ''] = volumes?.find((volume) => volume.includes('Caddyfile'))?.split(':') ?? [];
  return {
    args: ['run', '--adapter', 'caddyfile', '--config', join(packageRoot(), file)],
    environment: {
      ...environment,
      UPSTREAMS: upstreams.join(' '),
      HTTP_PORT: `${port + 1}`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  };
}

export const proxyKinds: ProxyKind[] = [
  { name: 'nginx', program: 'nginx', configure: configureNginx },
  { name: 'haproxy', program: 'haproxy', configure: configureHaproxy },
  { name: 'Caddy', program: 'caddy', configure: configureCaddy },
];

/** Who may import whom. `npm run lint` checks it; server/README.md and server/billing/README.md tell it in words. */

const TESTS = '\\.(test|spec)\\.tsx?$|^server/testing/|^server/sandbox/.*testing\\.ts$|/fixtures/';
const product = (path) => ({ path, pathNot: TESTS });
const file = (path) => `^${path.replaceAll('.', '\\.')}$`;
const packages = 'node_modules/';

/** What `path` may import of our own code, beside its own folder. */
const only = (name, path, allowed, extra = {}) => ({
  name,
  severity: 'error',
  from: { ...product(path), ...extra },
  to: { path: '^(server|client|prisma|e2e)/', pathNot: [path, ...allowed].join('|') },
});

const never = (name, from, to, extra = {}) => ({ name, severity: 'error', from, to: { path: to, ...extra } });

const ADAPTER = file('server/adapters/adapter.ts');
const ERRORS = file('server/errors.ts');
const WIRING = [file('server/deps.ts'), '^server/settings/', '^server/http/'];
const VERBS = ['^server/billing/', '^server/auth/', ADAPTER, ERRORS];
const SHARED_READERS = ['read', 'hmac', 'http', 'prices', 'sample'].map((name) => file(`server/adapters/${name}.ts`));

/** Each room of billing imports rooms before it alone. */
const rooms = [
  'plans',
  'records',
  'events',
  'access',
  'sync',
  'checkout',
  'subscriptions',
  'ledger',
  'accounts',
  'jobs',
];
const roomRules = rooms.map((room, index) =>
  only(
    `billing/${room}: only rooms before it`,
    `^server/billing/${room}/`,
    [
      ...rooms.slice(0, index).map((earlier) => `^server/billing/${earlier}/`),
      '^server/billing/[^/]+\\.ts$',
      '^server/database/',
      '^server/mail/',
      ADAPTER,
      ERRORS,
    ],
    // The schedule names every room's jobs.
    { pathNot: `${TESTS}|^server/billing/sync/schedule\\.ts$` },
  ),
);

const adapterRules = ['alpha', 'beta', 'gamma'].map((provider) =>
  only(`adapter ${provider}: what adapters share`, `^server/adapters/${provider}/`, [
    ADAPTER,
    ERRORS,
    ...SHARED_READERS,
  ]),
);

module.exports = {
  forbidden: [
    never('no cycles', { pathNot: '^server/sandbox/|^server/adapters/sample\\.ts$' }, '.', { circular: true }),
    only('rest: verbs, wiring', '^server/rest/', [...VERBS, ...WIRING]),
    only('trpc: verbs, wiring', '^server/trpc/', [...VERBS, ...WIRING]),
    only('cli: verbs, wiring', '^server/cli/', [...VERBS, ...WIRING, file('server/adapters/sample.ts')], {
      // The one file that wires the command line.
      pathNot: `${TESTS}|^server/cli/context\\.ts$`,
    }),
    never('APIs touch no database', product('^server/(rest|trpc)/'), '^server/database/|node_modules/(pg|@prisma)/'),
    never('REST and tRPC do not call each other', product('^server/rest/'), '^server/trpc/'),
    only('billing', '^server/billing/', [ADAPTER, ERRORS, '^server/database/', '^server/mail/']),
    only('auth', '^server/auth/', [ADAPTER, ERRORS, '^server/database/', '^server/mail/']),
    never(
      'billing knows neither Express nor tRPC nor a company',
      product('^server/billing/'),
      'node_modules/(express|@trpc|stripe)/',
      {
        dependencyTypesNot: ['type-only'],
      },
    ),
    never('auth knows neither tRPC nor a company', product('^server/auth/'), 'node_modules/(@trpc|stripe)/', {
      dependencyTypesNot: ['type-only'],
    }),
    ...roomRules,
    ...adapterRules,
    never(
      'an SDK belongs to its adapter',
      { pathNot: `^server/(adapters/alpha|sandbox|bench)/|${TESTS}` },
      'node_modules/stripe/',
    ),
    only('sandbox: nothing of the service', '^server/sandbox/', []),
    never(
      'the sandbox is reached by its entrance',
      { path: '^server/', pathNot: `^server/sandbox/|${TESTS}` },
      '^server/sandbox/',
      {
        pathNot: '^server/sandbox/(index|options)\\.ts$',
      },
    ),
    never('client: the type of the router alone', { path: '^client/' }, '^(server|prisma|e2e)/', {
      pathNot: '^server/trpc/router\\.ts$',
    }),
    never('client: types of the server, no code', { path: '^client/' }, '^server/', {
      dependencyTypesNot: ['type-only'],
    }),
    never('e2e: HTTP alone', { path: '^e2e/' }, '^(server|client|prisma)/'),
    never('what runs imports no test', { pathNot: `^server/bench/|${TESTS}` }, '\\.test\\.tsx?$|^server/testing/'),
    never('tests do not import the benchmark', { path: '^server/testing/' }, '^server/bench/'),
  ],
  options: {
    doNotFollow: { path: packages },
    exclude: { path: 'database/generated' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'] },
  },
};

/** The import rules. `npm run lint` checks them; server/README.md and server/billing/README.md describe them. */

const TESTS = '\\.(test|spec)\\.tsx?$|^server/testing/|^server/sandbox/.*testing\\.ts$|/fixtures/';
const product = (path) => ({ path, pathNot: TESTS });
const file = (path) => `^${path.replaceAll('.', '\\.')}$`;

/** Lists the folders of our own code that `path` may import from, besides its own. */
const only = ({ name, path, allowed = [], extra = {} }) => ({
  name,
  severity: 'error',
  from: { ...product(path), ...extra },
  to: { path: '^(server|client|prisma|e2e)/', pathNot: [path, ...allowed].join('|') },
});

const never = (name, from, to) => ({ name, severity: 'error', from, to: typeof to === 'string' ? { path: to } : to });

/** The adapters' interface, with the parameters and results of its methods. */
const ADAPTER = ['account', 'adapter', 'addresses', 'calls', 'diagnosis', 'remarks', 'results', 'returned']
  .map((name) => file(`server/adapters/${name}.ts`))
  .join('|');
/** What every room may use. */
const SHARED = ['errors', 'turns'].map((name) => file(`server/${name}.ts`)).join('|');
const WIRING = [
  file('server/deps.ts'),
  file('server/adapters/index.ts'),
  '^server/settings/',
  '^server/http/',
  '^server/brand/',
];
const PLANS = '^server/plans/';
const VERBS = ['^server/billing/', '^server/auth/', PLANS, ADAPTER, SHARED];
const RECORDS = [ADAPTER, SHARED, '^server/database/', '^server/mail/'];
const UNDER_BILLING = [...RECORDS, PLANS];
const SHARED_READERS = ['definition', 'read', 'reading', 'money', 'hmac', 'http', 'prices'].map((name) =>
  file(`server/adapters/${name}.ts`),
);

const rooms = [
  'jobs',
  'records',
  'events',
  'access',
  'sync',
  'checkout',
  'subscriptions',
  'requests',
  'reminders',
  'ledger',
  'accounts',
  'restore',
  'status',
  'diagnosis',
];
const folderOf = (room) => `^server/billing/${room}/`;
const roomRules = rooms.map((room, index) =>
  only({
    name: `billing/${room}: only folders before it`,
    path: folderOf(room),
    allowed: [...rooms.slice(0, index).map(folderOf), '^server/billing/[^/]+\\.ts$', ...UNDER_BILLING],
    // The schedule lists the jobs of every folder.
    extra: { pathNot: `${TESTS}|^server/billing/sync/schedule\\.ts$` },
  }),
);

const adapterRules = ['alpha', 'beta', 'gamma'].map((provider) =>
  only({
    name: `adapter ${provider}: only shared adapter code`,
    path: `^server/adapters/${provider}/`,
    allowed: [ADAPTER, SHARED, ...SHARED_READERS],
  }),
);

module.exports = {
  forbidden: [
    never('no cycles', {}, { circular: true }),
    only({
      name: 'rest: verbs, wiring, and the reader of deliveries',
      path: '^server/rest/',
      allowed: [...VERBS, ...WIRING, file('server/adapters/readDelivery.ts')],
    }),
    only({ name: 'trpc: verbs and wiring', path: '^server/trpc/', allowed: [...VERBS, ...WIRING] }),
    only({
      name: 'cli: verbs and wiring',
      path: '^server/cli/',
      allowed: [...VERBS, ...WIRING, file('server/sandbox/wordEvent.ts')],
      // Programs of their own, and the wiring of the command line.
      extra: { pathNot: `${TESTS}|^server/cli/((context|migrateCommand)\\.ts$|seed/)` },
    }),
    never(
      'APIs do not use the database',
      product('^server/(rest|trpc)/'),
      '^server/database/|node_modules/(pg|@prisma)/',
    ),
    never('REST does not call tRPC', product('^server/rest/'), '^server/trpc/'),
    only({
      name: 'billing: plans, adapter types, errors, database, mail',
      path: '^server/billing/',
      allowed: UNDER_BILLING,
    }),
    only({ name: 'auth: adapter types, errors, database, mail', path: '^server/auth/', allowed: RECORDS }),
    never('billing does not import Express, tRPC or an SDK', product('^server/billing/'), {
      path: 'node_modules/(express|@trpc|stripe)/',
      dependencyTypesNot: ['type-only'],
    }),
    never('auth does not import tRPC or an SDK', product('^server/auth/'), {
      path: 'node_modules/(@trpc|stripe)/',
      dependencyTypesNot: ['type-only'],
    }),
    only({
      name: 'settings: plans, and what their readers need of adapters, callers and mail',
      path: '^server/settings/',
      allowed: [PLANS, '^server/(adapters|auth|mail|brand)/', file('server/sandbox/options.ts')],
    }),
    only({ name: 'plans: adapter types', path: PLANS, allowed: [ADAPTER, SHARED] }),
    only({
      name: 'http: settings, the brand',
      path: '^server/http/',
      allowed: ['^server/settings/', '^server/brand/', file('server/deps.ts'), SHARED],
    }),
    only({
      name: 'database: migrations',
      path: '^server/database/',
      allowed: ['^prisma/', SHARED],
    }),
    only({
      name: 'prisma: nothing of the service',
      path: '^prisma/',
      allowed: [file('server/settings/packageRoot.ts')],
    }),
    only({
      name: 'mail: the database, the brand',
      path: '^server/mail/',
      allowed: ['^server/database/', '^server/brand/', SHARED],
    }),
    only({ name: 'brand: nothing', path: '^server/brand/' }),
    ...roomRules,
    ...adapterRules,
    never(
      'an SDK belongs to its adapter',
      { pathNot: `^server/(adapters/alpha|sandbox|bench)/|${TESTS}` },
      'node_modules/stripe/',
    ),
    only({ name: 'sandbox: nothing of the service', path: '^server/sandbox/' }),
    only({ name: 'packages/client: nothing of the service', path: '^server/packages/client/' }),
    never(
      'the sandbox is imported by its entry point',
      { path: '^(server|prisma)/', pathNot: `^server/sandbox/|${TESTS}` },
      { path: '^server/sandbox/', pathNot: '^server/sandbox/(index|options|wordEvent)\\.ts$' },
    ),
    never(
      'the sandbox is loaded on demand',
      { path: '^(server|prisma)/', pathNot: `^server/sandbox/|${TESTS}` },
      { path: '^server/sandbox/', dynamic: false, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'client: only the type of the router',
      { path: '^client/' },
      { path: '^(server|prisma|e2e)/', pathNot: '^server/trpc/router\\.ts$' },
    ),
    never(
      'client: only types of the server, no code',
      { path: '^client/' },
      { path: '^server/', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'e2e: only HTTP, but for the rows of a new person and for mails to look at',
      { path: '^e2e/', pathNot: '^e2e/(people|mails)\\.ts$' },
      '^(server|client|prisma)/',
    ),
    never(
      'product code imports no tests',
      { pathNot: `^(server/bench|e2e)/|${TESTS}` },
      '\\.test\\.tsx?$|^server/testing/',
    ),
    never('tests do not import the benchmark', { path: '^server/testing/' }, '^server/bench/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules/' },
    exclude: { path: 'database/generated' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'] },
  },
};

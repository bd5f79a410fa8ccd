import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildPackages } from '../../packages/build.ts';
import { until } from '../run/until.ts';

/** What npm installs it with; Clerk is stood in for, since it needs an account. */
const NEXT = ['next@16', 'react@19', 'react-dom@19', 'typescript@5', '@types/react@19', '@types/node@20'];

interface NextOptions {
  port: number;
  billingUrl: string;
  /** The printed `next.config.mjs`. */
  config: string;
  /** The printed modules: the route that sells, and the gate. */
  sell: string;
  gate: string;
  /** Where its login's page gets a token. */
  tokenUrl: string;
}

/** Next.js itself, installed into a folder of its own, built and started with the printed files. */
export async function startNextApp({ port, billingUrl, tokenUrl, ...printed }: NextOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'recipe-next-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  await buildPackages(join(folder, 'built'));
  const pack = ['pack', './built/client', '--json', '--ignore-scripts'];
  const [packed] = JSON.parse(execFileSync('npm', pack, { cwd: folder, encoding: 'utf8' })) as [{ filename: string }];
  write('package.json', '{"private":true,"type":"module"}');
  write('next.config.mjs', printed.config);
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  write('app/buy/route.ts', printed.sell);
  write('app/mayExport.ts', printed.gate);
  const env = { ...process.env, BILLING_URL: billingUrl, TOKEN_URL: tokenUrl, NEXT_TELEMETRY_DISABLED: '1' };
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet, `./${packed.filename}`, ...NEXT], { cwd: folder, stdio: 'inherit' });
  writeClerk(write);
  const next = join(folder, 'node_modules/.bin/next');
  execFileSync(next, ['build'], { cwd: folder, env, stdio: 'inherit' });
  const child = spawn(
    process.execPath,
    [join(folder, 'node_modules/next/dist/bin/next'), 'start', '-H', '127.0.0.1', '-p', `${port}`],
    {
      cwd: folder,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  await until(
    'Next.js answers',
    () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ ok }) => ok,
        () => false,
      ),
    60_000,
  );
  return {
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Clerk's function that the printed modules call: it reads the cookie of the login. */
function writeClerk(write: (path: string, text: string) => void): void {
  const folder = 'node_modules/@clerk/nextjs';
  write(
    `${folder}/package.json`,
    '{"name":"@clerk/nextjs","type":"module","exports":{"./server":{"types":"./server.d.ts","default":"./server.js"}}}',
  );
  write(`${folder}/server.d.ts`, 'export declare function auth(): Promise<{ getToken(): Promise<string | null> }>;\n');
  write(
    `${folder}/server.js`,
    `import { cookies } from 'next/headers';
export const auth = async () => ({ getToken: async () => (await cookies()).get('__session')?.value ?? null });
`,
  );
}

const FILES: Record<string, string> = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      lib: ['dom', 'es2022'],
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      jsx: 'preserve',
      noEmit: true,
      isolatedModules: true,
      esModuleInterop: true,
      skipLibCheck: true,
      plugins: [{ name: 'next' }],
    },
    include: ['**/*.ts', '**/*.tsx'],
    exclude: ['node_modules', 'built'],
  }),
  'app/layout.tsx': `import type { ReactNode } from 'react';
export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;
}
`,
  'app/page.tsx': `export default function Page() {
  return <form method="post" action="/buy"><button>Buy Pro</button></form>;
}
`,
  'app/dashboard/page.tsx': `import { mayExport } from '../mayExport';
export const dynamic = 'force-dynamic';
export default async function Page() {
  return <h1>{(await mayExport()) ? 'You may export' : 'You may not export'}</h1>;
}
`,
  'app/sign-in/route.ts': `import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import type { NextRequest } from 'next/server';
export async function GET(request: NextRequest) {
  const token = await (await fetch(process.env.TOKEN_URL ?? '', { cache: 'no-store' })).text();
  (await cookies()).set('__session', token, { httpOnly: true, sameSite: 'lax', path: '/' });
  redirect(request.nextUrl.searchParams.get('redirect_url') ?? '/');
}
`,
};

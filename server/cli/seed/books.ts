import { sandboxOptions } from '../../settings/sandbox/sandbox.ts';
import type { CommandContext } from '../command.ts';

/** The books of the sandbox's company. */
export interface Books {
  /** Writes facts (`sandbox/facts.ts`) without webhooks, all or none. */
  note(facts: readonly object[]): Promise<void>;
  /** Something that happens there (a call of its control API) and is told by webhooks. */
  act(path: string, said?: object): Promise<void>;
  close(): Promise<void>;
}

const NO_SANDBOX = 'Seeds are customers of the sandbox: there is none with SANDBOX=off, unless <P>_API_URL is one';
/** Nothing becomes due meanwhile. */
const NEVER_MS = 2 ** 30;

/** Those of the sandbox that runs, or of one that runs for as long as it takes. Throws where there is no sandbox. */
export async function openBooks({ settings, running }: Pick<CommandContext, 'settings' | 'running'>): Promise<Books> {
  const given = settings.providers[settings.provider];
  const url = settings.sandbox ? running?.sandboxUrl : await addressOfSandbox(given.apiUrl);
  if (url) return { ...booksAt(url), close: async () => {} };
  const { startSandbox } = await import('../../sandbox/index.ts');
  const options = sandboxOptions(settings, given);
  const started = await startSandbox({ ...options, port: 0, tickMs: NEVER_MS });
  return { ...booksAt(started.url), close: started.close };
}

async function addressOfSandbox(apiUrl: string | undefined): Promise<string> {
  const answer = apiUrl ? await fetch(`${apiUrl}/_sandbox/state`).catch(() => null) : null;
  if (!apiUrl || !answer?.ok) throw new Error(NO_SANDBOX);
  return apiUrl;
}

function booksAt(url: string): Pick<Books, 'note' | 'act'> {
  const act = async (path: string, said: object = {}) => {
    const headers = { 'x-sandbox': '1', 'content-type': 'application/json' };
    const answer = await fetch(`${url}/_sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(said) });
    if (!answer.ok) throw new Error(`The sandbox refused the seeds: ${await answer.text()}`);
  };
  return { note: (facts) => act('facts', facts), act };
}

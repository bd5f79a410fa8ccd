/** One of the instructions that our Dockerfile uses. */
export interface Instruction {
  name: 'FROM' | 'WORKDIR' | 'COPY' | 'RUN' | 'ENV' | 'USER' | 'EXPOSE' | 'HEALTHCHECK' | 'CMD';
  /** The text after the name, with continued lines joined. */
  rest: string;
}

export interface Stage {
  base: string;
  /** The name that later stages use; the last stage has none. */
  name: string;
  instructions: Instruction[];
}

const KNOWN = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'EXPOSE', 'HEALTHCHECK', 'CMD'];

const isKnown = (name: string): name is Instruction['name'] => KNOWN.includes(name);

/** Throws at an instruction that the tests do not cover. */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const stages: Stage[] = [];
  for (const line of lines.filter((each) => each.trim() !== '')) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (!isKnown(name)) throw new Error(`The Dockerfile has an instruction that is not checked: ${line}`);
    if (name === 'FROM') {
      const [base = '', , alias = ''] = rest.split(/\s+/);
      stages.push({ base, name: alias, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, rest });
  }
  return stages;
}

export interface Copy {
  /** The stage to copy from; absent: the build context. */
  from?: string;
  sources: string[];
  target: string;
}

export function parseCopy(rest: string): Copy {
  const words = rest.split(/\s+/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
}

/** Parses `A=1 B=2`. */
export function parseEnv(rest: string): Record<string, string> {
  return Object.fromEntries(rest.split(/\s+/).map((pair) => pair.split('=', 2)));
}

/** Parses `["node", "main.js"]`, also after options and CMD, as in a health check. */
export function parseExec(rest: string): string[] {
  return JSON.parse(rest.slice(rest.indexOf('['))) as string[];
}

export const find = (stage: Stage | undefined, name: Instruction['name']) =>
  stage?.instructions.findLast((instruction) => instruction.name === name)?.rest;

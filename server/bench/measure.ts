import { type LoadResult, runLoad } from '../testing/load/load.ts';
import { median } from '../testing/load/median.ts';
import { processorSeconds, residentMegabytes } from '../testing/load/processor.ts';
import type { Stage } from './stage.ts';
import type { Target } from './target.ts';

/** Medians of the rounds. */
export interface Figure extends Omit<LoadResult, 'answers' | 'ok' | 'seconds'> {
  server: string;
  /** Milliseconds of processor time a request: of the server, and of PostgreSQL. */
  cpu: number;
  databaseCpu: number;
  /** Of the server process, since its start. */
  peakMegabytes: number;
}

/** What is measured. Without a process, `cpu` and memory are the bench's own and are not told. */
export interface Contender {
  server: string;
  pid?: number;
  run(round: number): Promise<LoadResult>;
}

interface ServedOptions {
  connections: number;
  requests(round: number): Buffer[] | Promise<Buffer[]>;
}

/** A server under requests that are made before the clock starts. Throws unless each is answered 200. */
export function served(target: Target, { connections, requests }: ServedOptions, server = target.name): Contender {
  return {
    server,
    pid: target.pid,
    async run(round) {
      const result = await runLoad({ port: target.port, connections, requests: await requests(round) });
      const refused = result.answers - result.ok;
      if (refused > 0) throw new Error(`${server} answered ${refused} of ${result.answers} not with 200`);
      return result;
    },
  };
}

/** Until V8 has compiled what is used often: more of ours than of the others, which no longer gain after one. */
const WARM_UP = 8;

/** Interleaved rounds, so that what else the machine does strikes all alike; the first ones warm up. */
export async function compare(stage: Stage, contenders: Contender[]): Promise<Figure[]> {
  const samples = contenders.map((): Figure[] => []);
  for (let round = 0; round < WARM_UP + stage.rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      const sample = await measure(stage, contender, round);
      if (round >= WARM_UP) samples[index]?.push(sample);
    }
  }
  return samples.map(summarize);
}

async function measure(stage: Stage, { server, pid, run }: Contender, round: number): Promise<Figure> {
  const clock = () => ({ cpu: pid ? processorSeconds(pid) : Number.NaN, databaseCpu: stage.databaseSeconds() });
  const before = clock();
  const { answers, perSecond, p50, p99 } = await run(round);
  const after = clock();
  return {
    server,
    perSecond,
    p50,
    p99,
    cpu: ((after.cpu - before.cpu) * 1000) / answers,
    databaseCpu: ((after.databaseCpu - before.databaseCpu) * 1000) / answers,
    peakMegabytes: pid ? residentMegabytes(pid, 'peak') : Number.NaN,
  };
}

function summarize(samples: Figure[]): Figure {
  const of = (name: Exclude<keyof Figure, 'server'>) => median(samples.map((sample) => sample[name]));
  return {
    server: samples[0]?.server ?? '',
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpu: of('cpu'),
    databaseCpu: of('databaseCpu'),
    peakMegabytes: Math.max(...samples.map(({ peakMegabytes }) => peakMegabytes)),
  };
}

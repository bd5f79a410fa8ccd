import { type LoadResult, runLoad } from '../testing/load/load.ts';
import { median } from '../testing/load/median.ts';
import { processorSeconds, residentMegabytes } from '../testing/load/processor.ts';
import type { Stage } from './stage.ts';
import type { Target } from './target.ts';

/** The medians of the rounds. */
export interface Figure extends Omit<LoadResult, 'answers' | 'ok' | 'seconds'> {
  server: string;
  /** Milliseconds of processor time a request, of the server and of PostgreSQL. */
  cpu: number;
  databaseCpu: number;
  /** The peak memory of the server process since its start. */
  peakMegabytes: number;
}

/** A measured program. Without a process, `cpu` and memory would be the benchmark's own and are not reported. */
export interface Contender {
  server: string;
  pid?: number;
  run(round: number): Promise<LoadResult>;
}

interface ServedOptions {
  connections: number;
  requests(round: number): Buffer[] | Promise<Buffer[]>;
}

/** Sends prepared requests to a server: creating them is not measured. Throws unless each is answered 200. */
export function served(target: Target, { connections, requests }: ServedOptions, server = target.name): Contender {
  return {
    server,
    pid: target.pid,
    async run(round) {
      const result = await runLoad({ port: target.port, connections, requests: await requests(round) });
      const refused = result.answers - result.ok;
      if (refused > 0) throw new Error(`${server} did not answer 200 to ${refused} of ${result.answers} requests`);
      return result;
    },
  };
}

/** Rounds until V8 has compiled the frequently used code. Our service needs more of them than the other servers. */
const WARM_UP = 8;

/** Interleaves the rounds: other load on the machine affects all programs alike. The first rounds warm up. */
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

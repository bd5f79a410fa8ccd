import { readFileSync } from 'node:fs';

const TICKS_A_SECOND = 100;

const readProcess = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');

/** Seconds of processor time of a process with all its threads (Linux). */
export function processorSeconds(pid: number): number {
  const fields = readProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** Megabytes of resident memory: the peak so far or the current size (Linux). */
export function residentMegabytes(pid: number, which: 'peak' | 'now'): number {
  const name = which === 'peak' ? 'VmHWM' : 'VmRSS';
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readProcess(pid, 'status'))?.[1] ?? 0) / 1024;
}

/** Counts the processor time of a single-threaded process and its children, to the microsecond (Linux). */
export function watchFamily(pid: number): () => number {
  const seen = new Map<number, number>();
  return () => {
    for (const member of [pid, ...childrenOf(pid)]) {
      try {
        seen.set(member, Number(readProcess(member, 'schedstat').split(' ')[0]) / 1e9);
      } catch {
        // The process has ended: its last value still counts.
      }
    }
    return [...seen.values()].reduce((sum, seconds) => sum + seconds, 0);
  };
}

export const childrenOf = (pid: number) =>
  readProcess(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);

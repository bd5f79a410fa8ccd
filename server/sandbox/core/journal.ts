import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
/** One change: the table, the record's id, and the record as it is now (null: removed). */
export type Change = [table: string, id: string, record: unknown];

export interface Journal {
  /** Changes that belong together: one line. */
  append(changes: Change[]): void;
  /** Replaces the file by one that holds just these changes. */
  compact(changes: Iterable<Change>): void;
  close(): void;
}

/** Opens `journal.jsonl` in `directory` and hands every change kept there to `replay`, oldest first. */
export function openJournal(directory: string, replay: (change: Change) => void): Journal {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'journal.jsonl');
  for (const changes of readLines(path)) changes.forEach(replay);
  let file: number | null = null;
  const close = () => {
    if (file !== null) closeSync(file);
    file = null;
  };
  return {
    append(changes) {
      file ??= openSync(path, 'a');
      appendFileSync(file, `${JSON.stringify(changes)}\n`);
    },
    compact(changes) {
      close();
      writeAnew(path, changes);
    },
    close,
  };
}

function readLines(path: string): Change[][] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // Only what ends in a newline was written whole: the rest was torn by a stop in the middle of a write.
  lines.pop();
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as Change[];
    } catch (cause) {
      throw new Error(`${path}: line ${index + 1} is damaged`, { cause });
    }
  });
}

function writeAnew(path: string, changes: Iterable<Change>): void {
  const temporary = `${path}.tmp`;
  const file = openSync(temporary, 'w');
  for (const change of changes) writeSync(file, `${JSON.stringify([change])}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(temporary, path);
}

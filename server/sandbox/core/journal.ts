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
/** One change: table, record id, and the record after the change (null: removed). */
export type Change = [table: string, id: string, record: unknown];

export interface Journal {
  /** Whether there was no file yet. */
  isNew: boolean;
  /** Changes that belong together, written as one line. */
  append(changes: Change[]): void;
  /** Replaces the file with one that contains only these changes. */
  compact(changes: Iterable<Change>): void;
  close(): void;
}

/** Opens `journal.jsonl` in `directory` and passes every stored change to `replay`, oldest first. */
export function openJournal(directory: string, replay: (change: Change) => void): Journal {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'journal.jsonl');
  const isNew = !existsSync(path);
  for (const changes of isNew ? [] : readLines(path)) changes.forEach(replay);
  let file: number | null = null;
  const close = () => {
    if (file !== null) closeSync(file);
    file = null;
  };
  return {
    isNew,
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
  const lines = readFileSync(path, 'utf8').split('\n');
  // A line without a newline at its end was cut off when the process stopped in the middle of a write.
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

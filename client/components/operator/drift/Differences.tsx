import { Drift } from './Drift.tsx';
import { Duplicates } from './Duplicates.tsx';

/** What a person must decide, then what the last comparison found. */
export function Differences() {
  return (
    <>
      <Duplicates />
      <Drift />
    </>
  );
}

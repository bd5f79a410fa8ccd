import { useLiveRecords } from '../../hooks/useLiveRecords.ts';

/** Shows nothing: a place of its own, so that the stream's state draws no page anew. */
export function LiveRecords() {
  useLiveRecords();
  return null;
}

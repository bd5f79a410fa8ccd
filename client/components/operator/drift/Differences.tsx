import { Requests } from '../requests/Requests.tsx';
import { Drift } from './Drift.tsx';
import { Duplicates } from './Duplicates.tsx';
import { MoneyBack } from './MoneyBack.tsx';
import { OpenReturns } from './OpenReturns.tsx';
import { RepeatedTrials } from './RepeatedTrials.tsx';
import { SharedAddresses } from './SharedAddresses.tsx';

/** What a person must decide, then what the last comparison found. */
export function Differences() {
  return (
    <>
      <Requests />
      <Duplicates />
      <MoneyBack />
      <SharedAddresses />
      <OpenReturns />
      <RepeatedTrials />
      <Drift />
    </>
  );
}

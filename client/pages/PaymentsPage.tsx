import { LedgerHeading } from '../components/subscription/ledger/LedgerHeading.tsx';
import { LedgerYear } from '../components/subscription/ledger/LedgerYear.tsx';
import { Button } from '../components/ui/Button.tsx';
import { Empty } from '../components/ui/Empty.tsx';
import { ErrorState } from '../components/ui/ErrorState.tsx';
import { Heading } from '../components/ui/Heading.tsx';
import { Page } from '../components/ui/Page.tsx';
import { ProblemNotice } from '../components/ui/ProblemNotice.tsx';
import { Skeleton } from '../components/ui/Skeleton.tsx';
import { useLedger } from '../hooks/useLedger.ts';
import { usePortal } from '../hooks/usePortal.ts';
import { usePageText } from '../text/usePageText.ts';
import { remediesOf } from '../views/ledger/remedy.ts';

/** Every payment by the year, with what it adds up to. */
export function PaymentsPage() {
  const { copy } = usePageText();
  const { years, live, older, loading, error, retry } = useLedger();
  const portal = usePortal();
  const remedies = remediesOf(years?.flatMap(({ payments }) => payments) ?? [], live);
  const isWaiting = !error && (years === undefined || (years.length === 0 && loading));
  return (
    <Page>
      {years && !isWaiting ? (
        <LedgerHeading years={years} now={new Date()} />
      ) : (
        <Heading title={copy.payments.ledger} hidden={isWaiting} />
      )}
      {portal.problem && <ProblemNotice problem={portal.problem} />}
      {isWaiting && <Skeleton height={320} />}
      {years?.length === 0 && !isWaiting && !error && (
        <Empty title={copy.payments.empty}>{copy.payments.emptyText}</Empty>
      )}
      {years && years.length > 0 && (
        <div className="sheet inset">
          {years.map((year) => (
            <LedgerYear key={year.year} ledger={year} remedies={remedies} portal={portal} />
          ))}
        </div>
      )}
      {error && <ErrorState error={error} retry={retry} busy={loading} />}
      {older && !isWaiting && (
        <div>
          <Button variant="default" onClick={older} loading={loading}>
            {copy.payments.more}
          </Button>
        </div>
      )}
    </Page>
  );
}

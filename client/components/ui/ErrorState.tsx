import { useText } from '../../text/useText.tsx';
import { failureOf } from '../../trpc.ts';
import { problemOf } from '../../views/failureText.ts';
import { Button } from './Button.tsx';
import { useFocusGoesOn } from './Heading.tsx';
import { ProblemNotice } from './ProblemNotice.tsx';

interface ErrorStateProps {
  error: unknown;
  retry(): void;
  busy?: boolean;
  title?: string;
}

/** In place of what could not be loaded: why, and a way to try again. */
export function ErrorState({ error, retry, busy, title }: ErrorStateProps) {
  const { copy } = useText();
  const root = useFocusGoesOn<HTMLDivElement>();
  const again = (
    <Button variant="default" onClick={retry} loading={busy}>
      {copy.actions.retry}
    </Button>
  );
  return (
    <div ref={root}>
      <ProblemNotice title={title ?? copy.errors.title} problem={problemOf(failureOf(error), copy)} action={again} />
    </div>
  );
}

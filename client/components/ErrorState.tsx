import { Button } from '@mantine/core';
import { useText } from '../text/useText.tsx';
import { failureOf } from '../trpc.ts';
import { failureText } from '../views/failureText.ts';
import classes from './ErrorState.module.css';
import { Notice } from './Notice.tsx';

interface ErrorStateProps {
  error: unknown;
  retry(): void;
  busy?: boolean;
  title?: string;
}

/** In place of what could not be loaded: why, a way to try again, and the request's id for support. */
export function ErrorState({ error, retry, busy, title }: ErrorStateProps) {
  const { copy } = useText();
  const { requestId } = failureOf(error);
  return (
    <Notice
      tone="danger"
      title={title ?? copy.errors.title}
      action={
        <Button variant="default" onClick={retry} loading={busy}>
          {copy.actions.retry}
        </Button>
      }
    >
      {failureText(failureOf(error), copy)}
      {requestId && <p className={classes.request}>{copy.errors.request(requestId)}</p>}
    </Notice>
  );
}

import type { ReactNode } from 'react';
import { useText } from '../../text/useText.tsx';
import type { Problem } from '../../views/failureText.ts';
import { Notice } from './Notice.tsx';

interface ProblemNoticeProps {
  problem: Problem;
  /** Stands above the problem's own words. */
  title?: string;
  action?: ReactNode;
}

/** What went wrong, with the request's id for support. */
export function ProblemNotice({ problem: { text, requestId }, title, action }: ProblemNoticeProps) {
  const { copy } = useText();
  const id = requestId && <p className="code">{copy.errors.request(requestId)}</p>;
  return (
    <Notice tone="danger" title={title ?? text} action={action}>
      {title && text}
      {id}
    </Notice>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { endSession, listSessions, type SessionView, signOutOthers } from '../../auth.ts';
import { useFocusInstead } from '../../hooks/useFocusInstead.ts';
import { useSetting } from '../../hooks/useSetting.ts';
import { usePageText } from '../../text/usePageText.ts';
import { deviceOf } from '../../views/device.ts';
import { refusedSetting } from '../../views/settingsErrors.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ProblemNotice } from '../ui/ProblemNotice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import classes from './Settings.module.css';

/** Where one is signed in, with the way to end all sessions but this one. */
export function Sessions() {
  const { copy } = usePageText();
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: listSessions, retry: false });
  const { busy, done, problem, send } = useSetting<{ text: string }>();
  const texts = copy.settings;
  const signOut = async () => {
    await send(signOutOthers, (refusal) => ({ text: refusedSetting(refusal, copy) }));
    await sessions.refetch();
  };
  const [ended, setEnded] = useState('');
  const root = useFocusInstead<HTMLUListElement>(ended);
  const end = async (token: string) => {
    await send(
      () => endSession(token),
      (refusal) => ({ text: refusedSetting(refusal, copy) }),
    );
    await sessions.refetch();
    setEnded(token);
  };
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <div className="stack">
      {problem && <ProblemNotice problem={problem} />}
      {done && !hasOthers && <Notice tone="positive" title={texts.othersSignedOut} />}
      {sessions.isPending && <Skeleton height={72} />}
      {sessions.isError && (
        <ErrorState error={sessions.error} retry={() => void sessions.refetch()} busy={sessions.isFetching} />
      )}
      {sessions.data && (
        <SessionList sessions={sessions.data} busy={busy} end={(token) => void end(token)} root={root} />
      )}
      {sessions.data && !hasOthers && !done && <p className={classes.label}>{texts.onlyThis}</p>}
      {hasOthers && (
        <div>
          <Button variant="default" onClick={() => void signOut()} loading={busy}>
            {texts.signOutOthers}
          </Button>
        </div>
      )}
    </div>
  );
}

interface SessionListProps {
  sessions: SessionView[];
  busy: boolean;
  end(token: string): void;
  root: RefObject<HTMLUListElement | null>;
}

function SessionList({ sessions, busy, end, root }: SessionListProps) {
  const { copy, format } = usePageText();
  const texts = copy.settings;
  const name = (userAgent: string | null) => {
    const device = deviceOf(userAgent);
    return device ? texts.device(device.browser, device.system) : texts.unknownDevice;
  };
  return (
    <ul ref={root} tabIndex={-1} className={classes.sessions} aria-label={texts.sessions}>
      {sessions.map(({ id, token, isCurrent, userAgent, since }) => (
        <li key={id}>
          <p className={classes.value}>{name(userAgent)}</p>
          <p className={classes.label}>
            {isCurrent && <strong>{texts.thisSession} · </strong>}
            {texts.since(format.time(since))}
          </p>
          {!isCurrent && (
            <Button
              variant="default"
              disabled={busy}
              aria-label={copy.endSessionOf(name(userAgent))}
              onClick={() => end(token)}
            >
              {copy.endSession}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './Button.tsx';
import classes from './ConfirmDialog.module.css';

interface ConfirmDialogProps {
  title: string;
  /** What happens when it is confirmed. */
  children: ReactNode;
  confirm: string;
  dismiss: string;
  busy: boolean;
  /** false: what it does is not known yet, so that nobody can confirm it. */
  ready?: boolean;
  /** It ends something, or can't be taken back. */
  destructive?: boolean;
  onConfirm(form: HTMLFormElement): void;
  onClose(): void;
}

/** The browser's own modal dialog: it keeps the focus, closes by Escape, and gives the focus back. */
export function ConfirmDialog({ title, children, onConfirm, onClose, ...buttons }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onConfirm(event.currentTarget);
  };
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => buttons.busy && event.preventDefault()}
      // In React's strict mode it is closed and opened again before this is heard.
      onClose={() => dialog.current?.open || onClose()}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <form noValidate onSubmit={submit}>
        <div id={`${id}-text`} className={classes.text}>
          {children}
        </div>
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={buttons.busy}>
            {buttons.dismiss}
          </Button>
          <Button
            type="submit"
            variant={buttons.destructive ? 'danger' : 'filled'}
            disabled={buttons.ready === false}
            loading={buttons.busy}
          >
            {buttons.confirm}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

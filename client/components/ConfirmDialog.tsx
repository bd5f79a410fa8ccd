import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './ConfirmDialog.module.css';

interface ConfirmDialogProps {
  title: string;
  /** What happens when it is confirmed. */
  children: ReactNode;
  confirm: string;
  dismiss: string;
  busy: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** The browser's own modal dialog: it keeps the focus, closes by Escape, and gives the focus back. */
export function ConfirmDialog({ title, children, confirm, dismiss, busy, onConfirm, onClose }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`} className={classes.text}>
        {children}
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {dismiss}
        </Button>
        <Button onClick={onConfirm} loading={busy}>
          {confirm}
        </Button>
      </div>
    </dialog>
  );
}

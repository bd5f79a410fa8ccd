import type { ReactNode } from 'react';
import classes from './Empty.module.css';

interface EmptyProps {
  title: string;
  children: ReactNode;
  /** Said by screen readers when it appears, as after a search. */
  isStatus?: boolean;
}

/** Stands where there is nothing to list. */
export function Empty({ title, children, isStatus = false }: EmptyProps) {
  return (
    <div className={classes.empty} role={isStatus ? 'status' : undefined}>
      <p className={classes.title}>{title}</p>
      <p>{children}</p>
    </div>
  );
}

import type { ReactNode } from 'react';
import classes from './LookPage.module.css';

interface PartProps {
  title: string;
  /** When it is used. */
  rule?: string;
  children: ReactNode;
}

export function Part({ title, rule, children }: PartProps) {
  return (
    <section className={classes.part} aria-label={title}>
      <div>
        <h2>{title}</h2>
        {rule && <p className="quiet small">{rule}</p>}
      </div>
      <div className="stack">{children}</div>
    </section>
  );
}

/** Parts beside one another. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}

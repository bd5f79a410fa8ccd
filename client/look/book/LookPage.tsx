import type { ReactNode } from 'react';
import { Page } from '../../components/ui/Page.tsx';
import { Controls } from './Controls.tsx';
import { Fields } from './Fields.tsx';
import classes from './LookPage.module.css';
import { Messages } from './Messages.tsx';
import { Statements } from './Statements.tsx';
import { Tokens } from './Tokens.tsx';

/** What every page is made of, in every state. Served while developing only, in English; the footer changes the scheme. */
export function LookPage() {
  return (
    <Page title="Tokens and components" heading="Every page is made of this.">
      <Tokens />
      <Controls />
      <Fields />
      <Messages />
      <Statements />
    </Page>
  );
}

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

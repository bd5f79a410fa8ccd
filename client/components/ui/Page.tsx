import type { ReactNode } from 'react';
import { Heading } from './Heading.tsx';
import classes from './Page.module.css';

interface PageProps {
  /** The h1, and the document's title; absent: a part of the page has it. */
  title?: string;
  /** What the h1 says instead. */
  heading?: string;
  lead?: string;
  /** The whole frame, lines of text, or a form in the middle. */
  width?: 'whole' | 'text' | 'form';
  children: ReactNode;
}

export function Page({ title, heading, lead, width = 'whole', children }: PageProps) {
  return (
    <div className={classes.page} data-width={width}>
      {title && (
        <div>
          <Heading title={title}>{heading}</Heading>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
      )}
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import { useLive } from '../../hooks/useLive.ts';
import classes from './DataTable.module.css';

interface DataTableProps {
  caption: string;
  /** Of the columns, in order. */
  titles: string[];
  /** The rows. */
  children: ReactNode;
  /** The rows of its foot. */
  footer?: ReactNode;
}

/** A ruled sheet. On narrow screens its rows become blocks of lines, which their own styles arrange. */
export function DataTable({ caption, titles, children, footer }: DataTableProps) {
  return (
    <div className={classes.box}>
      <table className={classes.table}>
        <caption>
          <div className="visually-hidden">{caption}</div>
        </caption>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody data-live={useLive()}>{children}</tbody>
        {footer && <tfoot>{footer}</tfoot>}
      </table>
    </div>
  );
}

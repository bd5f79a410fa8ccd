import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import { Link } from '../../router/Link.tsx';
import classes from './Button.module.css';
import { Spinner } from './Spinner.tsx';

/** One `filled` a state; `plain`: words at the foot of a sheet. */
export type ButtonVariant = 'filled' | 'default' | 'quiet' | 'caution' | 'danger' | 'plain';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  variant?: ButtonVariant;
  fullWidth?: boolean;
  /** What it began is under way: it turns, and takes no second click. */
  loading?: boolean;
}

export function Button({ variant = 'filled', fullWidth, loading = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={loading ? keepBusy : onClick}
      className={classes.button}
      data-variant={variant}
      data-wide={fullWidth || undefined}
      data-loading={loading || undefined}
      // A disabled button would lose the focus.
      aria-disabled={loading || undefined}
      disabled={rest.disabled && !loading}
    >
      <span className={classes.label}>{children}</span>
      {loading && (
        <span className={classes.busy}>
          <Spinner size={18} />
        </span>
      )}
    </button>
  );
}

/** Neither a click nor a form's Enter begins it twice. */
const keepBusy = (event: MouseEvent) => event.preventDefault();

interface ButtonLinkProps {
  to: string;
  variant: ButtonVariant;
  fullWidth?: boolean;
  /** What assistive technology reads where it is more than the words. */
  label?: string;
  children: string;
}

/** Leads to another page, and looks like a button. */
export function ButtonLink({ to, variant, fullWidth, label, children }: ButtonLinkProps) {
  return (
    <Link
      to={to}
      className={classes.button}
      data-variant={variant}
      data-wide={fullWidth || undefined}
      aria-label={label}
    >
      <span className={classes.label}>{children}</span>
    </Link>
  );
}

/** Leads to a page of somebody else, beside this one. */
export function ButtonAway({ href, variant, children }: { href: string; variant: ButtonVariant; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={classes.button} data-variant={variant}>
      <span className={classes.label}>{children}</span>
    </a>
  );
}

import type { ButtonHTMLAttributes } from 'react';
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

export function Button({ variant = 'filled', fullWidth, loading = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes.button}
      data-variant={variant}
      data-wide={fullWidth || undefined}
      data-loading={loading || undefined}
      disabled={rest.disabled || loading}
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
export function ButtonAway({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={classes.button} data-variant="filled">
      <span className={classes.label}>{children}</span>
    </a>
  );
}

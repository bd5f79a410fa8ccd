import classes from './Spinner.module.css';

/** Decoration beside words that say what is waited for. `size` in pixels. */
export function Spinner({ size }: { size: number }) {
  return <span className={classes.spinner} style={{ width: size, height: size }} aria-hidden="true" />;
}

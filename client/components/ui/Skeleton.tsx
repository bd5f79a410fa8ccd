import classes from './Skeleton.module.css';

interface SkeletonProps {
  /** Pixels. */
  height: number;
  /** Pixels, or any CSS length; the whole width without it. */
  width?: number | string;
  /** Pixels above it. */
  above?: number;
}

/** Holds the place of what is being loaded. */
export function Skeleton({ height, width, above }: SkeletonProps) {
  return <div className={classes.skeleton} style={{ height, width, marginTop: above }} aria-hidden="true" />;
}

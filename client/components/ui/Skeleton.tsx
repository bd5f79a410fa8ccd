import classes from './Skeleton.module.css';

/** Of what the server writes too: its documents may hold no style. */
export function SkeletonOf({ shape }: { shape: 'button' | 'word' }) {
  return <div className={classes.skeleton} data-shape={shape} aria-hidden="true" />;
}

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

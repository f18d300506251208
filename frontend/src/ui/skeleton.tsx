import styles from './skeleton.module.css'

/** Holds the place of what is still loading; it does not blink. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height = '1lh' }: { width?: string; height?: string }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}

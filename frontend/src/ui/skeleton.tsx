import styles from './skeleton.module.css'

/** A static placeholder for content that is loading. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height = '1lh' }: { width?: string; height?: string }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}

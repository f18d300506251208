import styles from './favorite-button.module.css'

export const HeartIcon = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.heart}>
    <path d="M12 20.5 4.2 12.7a5 5 0 0 1 7.1-7.1l.7.7.7-.7a5 5 0 0 1 7.1 7.1Z" />
  </svg>
)

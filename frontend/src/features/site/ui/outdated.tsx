import styles from './outdated.module.css'

/** For browsers in which the checkout would fail. The style sheet alone decides, so that it works where scripts do not. */
export function Outdated({ lang }: { lang: string }) {
  return (
    <p className={styles.outdated} data-nosnippet>
      Your browser is too old to buy here, and may show some works wrongly.{' '}
      <a href={`/${lang}/not-supported-browser/`}>Browsers that work</a>
    </p>
  )
}

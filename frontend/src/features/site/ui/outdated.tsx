import * as t from '@/messages/site'
import styles from './outdated.module.css'

/** For browsers in which the checkout would fail. The style sheet alone decides, so that it works where scripts do not. */
export function Outdated({ lang }: { lang: string }) {
  return (
    <p className={styles.outdated} data-nosnippet>
      {t.browserOutdated} <a href={`/${lang}/not-supported-browser/`}>{t.browsersThatWork}</a>
    </p>
  )
}

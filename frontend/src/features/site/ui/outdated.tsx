import * as t from '@/messages/site'
import styles from './outdated.module.css'

/** For browsers in which the checkout would fail. It uses only a style sheet, so that it works without scripts. */
export function Outdated({ lang }: { lang: string }) {
  return (
    <p className={styles.outdated} data-nosnippet>
      {t.browserOutdated} <a href={`/${lang}/not-supported-browser/`}>{t.browsersThatWork}</a>
    </p>
  )
}

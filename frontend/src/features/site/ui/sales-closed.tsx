import { sells } from '@/lib/env'
import * as t from '@/messages/site'
import { Link } from '@/ui/link'
import styles from './sales-closed.module.css'

/** Says on every page that the gallery no longer sells, because lists keep the prices of works. */
export function SalesClosed({ lang }: { lang: string }) {
  if (sells()) return null
  return (
    <p className={styles.closed} data-nosnippet>
      {t.salesClosed} <Link href={`/${lang}/profile/collection/`}>{t.goToYourCollection}</Link>
    </p>
  )
}

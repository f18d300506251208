'use client'

import { useEffect } from 'react'
import { useConsent } from '@/lib/consent'
import { useRestored } from '@/lib/restored'
import { followStorage } from '@/lib/storage'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import styles from './cookies.module.css'

/** Asks once. Nothing that needs consent starts before the visitor decides. */
export function Cookies({ lang }: { lang: string }) {
  const accepted = useConsent((state) => state.isCookieAccepted)
  const known = useRestored(useConsent)
  useEffect(() => followStorage(useConsent), [])
  if (!known || accepted !== null) return null
  const answer = (isCookieAccepted: boolean) => useConsent.setState({ isCookieAccepted })
  return (
    <section aria-label="Cookies" className={styles.banner} data-banner>
      <p>
        May we record how you use the site so we can improve it? We never record what you type.{' '}
        <Link href={`/${lang}/privacy-policy/`}>Privacy policy</Link>
      </p>
      <div className={styles.answers}>
        <Button kind="quiet" onClick={() => answer(true)}>
          Accept
        </Button>
        <Button kind="quiet" onClick={() => answer(false)}>
          Decline
        </Button>
      </div>
    </section>
  )
}

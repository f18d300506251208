'use client'

import { useEffect, useRef } from 'react'
import { useConsent } from '@/lib/consent'
import { useRestored } from '@/lib/restored'
import * as t from '@/messages/consent'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import styles from './cookies.module.css'

/** Asks once. Nothing that needs consent starts before the visitor decides. */
export function Cookies({ lang }: { lang: string }) {
  const accepted = useConsent((state) => state.isCookieAccepted)
  const known = useRestored(useConsent)
  const asks = known && accepted === null
  const banner = useRef<HTMLElement>(null)
  // Pages keep their buttons above the banner.
  useEffect(() => {
    const { dataset, style } = document.documentElement
    const element = banner.current
    if (!known) return
    if (!asks || !element) {
      delete dataset.asks
      return
    }
    dataset.asks = ''
    const observer = new ResizeObserver(() =>
      style.setProperty('--banner', `${Math.ceil(element.getBoundingClientRect().height)}px`),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--banner')
    }
  }, [known, asks])
  if (!asks) return null
  const answer = (isCookieAccepted: boolean) => useConsent.setState({ isCookieAccepted })
  return (
    <section ref={banner} aria-label={t.cookies} className={styles.banner} data-banner>
      <p>
        {t.consentQuestion} <Link href={`/${lang}/privacy-policy/`}>{t.privacyPolicy}</Link>
      </p>
      <div className={styles.answers}>
        <Button kind="quiet" onClick={() => answer(true)}>
          {t.accept}
        </Button>
        <Button kind="quiet" onClick={() => answer(false)}>
          {t.decline}
        </Button>
      </div>
    </section>
  )
}

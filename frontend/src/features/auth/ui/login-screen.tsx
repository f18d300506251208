'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { hasCode } from '@/lib/api/http'
import { providerHref } from '@/lib/session/links'
import { exchangeCode } from '@/lib/session/session'
import { useSession } from '@/lib/session/use-session'
import * as t from '@/messages/auth'
import { buttonClass } from '@/ui/button'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { arrivalOf, errorSentence, pathAfterLogin } from '../model'
import styles from './login-screen.module.css'
import { WalletLogin } from './wallet-login'

interface LoginScreenProps {
  lang: string
  screen: 'login' | 'register'
}

/** The ways to log in. A finished login at the provider returns here with a one-time code in the fragment. */
export function LoginScreen({ lang, screen }: LoginScreenProps) {
  // A new user completes their profile; everyone else goes to their collection.
  const home = screen === 'register' ? `/${lang}/profile/` : `/${lang}/profile/collection/`
  const router = useRouter()
  const session = useSession()
  // Unknown in the page as the server sends it, which is the same for all addresses. A link that is followed before must not forget it.
  const [back, setBack] = useState<string>()
  const target = back ?? home
  const [problem, setProblem] = useState<string | null>(null)
  const [arriving, setArriving] = useState(false)
  const [confirmed, setConfirmed] = useState(false)
  const started = useRef(false)

  useEffect(() => {
    // The code works once, and React may run effects twice.
    if (started.current) return
    started.current = true
    const arrive = async () => {
      const arrival = arrivalOf(location.hash, home)
      if (arrival.kind === 'none')
        return setBack(pathAfterLogin(new URLSearchParams(location.search).get('redirect'), home))
      history.replaceState(null, '', location.pathname + location.search)
      setBack(arrival.redirect)
      if (arrival.kind === 'error') return setProblem(errorSentence(arrival.error))
      setArriving(true)
      try {
        await exchangeCode(arrival.code)
        if (arrival.confirms) setConfirmed(true)
        else router.replace(arrival.redirect)
      } catch (error) {
        setArriving(false)
        setProblem(hasCode(error, 'not_found') ? errorSentence('code_used') : wordsOf(error))
      }
    }
    queueMicrotask(arrive)
  }, [home, router])

  if (confirmed) return <Notice title={t.confirmed}>{t.confirmedHint}</Notice>
  if (arriving) return <output>{t.loggingYouIn}</output>
  if (session.status === 'member' && !problem) {
    return (
      <div className={styles.entrance}>
        <output data-private>
          {t.youreLoggedIn}
          {session.user?.email ? t.loggedInAsSuffix(session.user.email) : ''}.
        </output>
        <Link href={target} className={buttonClass()}>
          {target === home ? (screen === 'register' ? t.yourProfile : t.yourCollection) : t.continue_}
        </Link>
      </div>
    )
  }
  const other = screen === 'login' ? 'register' : 'login'
  const start = (at: typeof screen) => back && providerHref(at, back)
  return (
    <div className={styles.entrance}>
      {problem && <Notice kind="alarm">{problem}</Notice>}
      <a href={start(screen)} className={buttonClass()}>
        {screen === 'login' ? t.logInWithEmail : t.registerWithEmail}
      </a>
      <WalletLogin onDone={() => router.replace(target)} />
      <p className={styles.aside}>
        {screen === 'login' ? t.newHere : t.alreadyHaveAnAccount}
        <a href={start(other)}>{screen === 'login' ? t.createAnAccount : t.logIn}</a>
      </p>
    </div>
  )
}

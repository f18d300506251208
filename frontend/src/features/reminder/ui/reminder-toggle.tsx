'use client'

import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { hasCode } from '@/lib/api/http'
import { loginHref } from '@/lib/session/links'
import { useSession } from '@/lib/session/use-session'
import * as t from '@/messages/reminder'
import { Button } from '@/ui/button'
import { useHydrated } from '@/ui/hydrated'
import { Link } from '@/ui/link'
import {
  type Entry,
  isSame,
  type Kind,
  storePendingReminder,
  takePendingReminder,
  useReminders,
} from '../store'
import { useAccountReminders } from '../use-reminders'
import styles from './remind-me.module.css'

export interface ReminderProps {
  lang: string
  kind: Kind
  id: string
}

type Message = { kind: 'none' } | { kind: 'login'; back: string } | { kind: 'problem'; error: unknown }

const none: Message = { kind: 'none' }

const load = () => import('../calls')

const PushSwitch = lazy(() => import('./push-switch').then((module) => ({ default: module.PushSwitch })))

/** Offers one email when a drop opens, or when an edition of an artwork becomes available. */
export function ReminderToggle({ lang, kind, id }: ReminderProps) {
  const ready = useHydrated()
  const { status, user } = useSession()
  const account = user?.sub
  const entry: Entry = { kind, id }
  const on = useReminders((state) => state.account === account && state.items.some(isSame(entry)))
  const [message, setMessage] = useState<Message>(none)
  const [busy, setBusy] = useState(false)
  useAccountReminders()

  const change = async (owner: string, wanted: boolean) => {
    setBusy(true)
    setMessage(none)
    try {
      const calls = await load()
      await (wanted ? calls.add : calls.remove)(owner, entry)
    } catch (error) {
      setMessage({ kind: 'problem', error })
    } finally {
      setBusy(false)
    }
  }

  const onAccount = useEffectEvent((owner: string) => {
    if (takePendingReminder({ kind, id })) void change(owner, true)
  })
  useEffect(() => {
    if (account) queueMicrotask(() => onAccount(account))
  }, [account])

  const press = () => {
    if (account) return void change(account, !on)
    const { pathname, search } = window.location
    storePendingReminder(entry)
    setMessage({ kind: 'login', back: pathname + search })
  }

  return (
    <div className={styles.remind}>
      <Button kind="quiet" busy={busy} disabled={!ready || status === 'unknown'} onClick={press}>
        {on ? t.on[kind] : t.off[kind]}
      </Button>
      <output className={styles.said} data-private>
        {message.kind === 'login' ? (
          <>
            {t.logInFirst} <Link href={loginHref(lang, message.back)}>{t.logIn}</Link>
          </>
        ) : message.kind === 'problem' ? (
          wordsOfProblem(message.error, lang)
        ) : (
          on && t.set[kind]
        )}
      </output>
      {on && (
        <Suspense>
          <PushSwitch quiet />
        </Suspense>
      )}
    </div>
  )
}

/** What an error means, and what to do next. */
function wordsOfProblem(error: unknown, lang: string): ReactNode {
  const profile = <Link href={`/${lang}/profile/`}>{t.yourProfile}</Link>
  if (hasCode(error, 'email_unverified'))
    return (
      <>
        {t.verifyFirst} {profile}
      </>
    )
  if (hasCode(error, 'no_email'))
    return (
      <>
        {t.emailFirst} {profile}
      </>
    )
  if (hasCode(error, 'too_many_reminders'))
    return (
      <>
        {t.tooMany} <Link href={`/${lang}/profile/saved/`}>{t.yourReminders}</Link>
      </>
    )
  if (hasCode(error, 'emails_off'))
    return (
      <>
        {t.emailsOff} <Link href={`/${lang}/profile/security/#emails`}>{t.yourEmails}</Link>
      </>
    )
  if (hasCode(error, 'drop_open')) return t.alreadyOpen
  if (hasCode(error, 'edition_available')) return t.availableNow
  return wordsOf(error)
}

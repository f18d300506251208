'use client'

import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { useRead } from '@/lib/query'
import { userOf } from '@/lib/session/claims'
import { confirmHref } from '@/lib/session/links'
import { type Need, useStepUp } from '@/lib/session/step-up'
import { tokensNow, useAuth } from '@/lib/session/store'
import { usePicker } from '@/lib/wallet/picker'
import * as t from '@/messages/auth'
import { buttonClass } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { walletsQuery } from '../queries'
import styles from './account.module.css'
import { WalletLogin } from './wallet-login'

const PasskeyConfirmation = dynamic(
  () => import('./passkey-confirmation').then((module) => module.PasskeyConfirmation),
  { ssr: false },
)

const answer = (done: boolean) => useStepUp.getState().answer(done)

/** Requests that the person confirms their identity. The page behind it doesn't change and continues after that. */
export function StepUpDialog({ lang, need }: { lang: string; need: Need }) {
  const [before] = useState(() => userOf(tokensNow()))
  const choosingWallet = usePicker((state) => state.choices !== null)
  const accessToken = useAuth((state) => state.accessToken)

  // A login in another tab arrives through storage, as another session.
  useEffect(() => {
    const now = userOf({ accessToken })
    if (!now) return
    if (now.sub !== before?.sub) answer(false)
    else if (now.sid !== before?.sid) answer(true)
  }, [accessToken, before])

  return (
    <Dialog
      // Only one dialog at a time can hold the focus.
      open={!choosingWallet}
      onOpenChange={(open) => !open && !choosingWallet && answer(false)}
      title={t.confirmItsYou}
      description={need === 'passkey' ? t.whyPasskey : t.whyConfirm}
    >
      {need === 'passkey' ? (
        <PasskeyConfirmation lang={lang} onDone={() => answer(true)} />
      ) : before?.email ? (
        <>
          <p>{t.confirmByLogin}</p>
          <p className={styles.account}>
            <a href={confirmHref(lang)} target="_blank" rel="noopener" className={buttonClass()}>
              {t.logInAgain}
            </a>
          </p>
        </>
      ) : (
        <WithWallet />
      )}
    </Dialog>
  )
}

/** An account without an email address confirms with one of its wallets. */
function WithWallet() {
  const { data, problem } = useRead({ ...walletsQuery, refetchInterval: false })
  if (!data) return problem ? <Notice kind="alarm">{problem}</Notice> : <Skeleton height="3rem" />
  return (
    <WalletLogin
      label={t.confirmWithWallet}
      linked={data.items.map(({ address }) => address)}
      onDone={() => answer(true)}
    />
  )
}

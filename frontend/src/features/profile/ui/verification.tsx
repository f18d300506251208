'use client'

import { useEffect, useState } from 'react'
import { ApiError, wordsOf } from '@/lib/api/error'
import { useRead } from '@/lib/query'
import * as t from '@/messages/verification'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { identityQuery } from '../queries'
import { resendVerificationMail, useProfile } from '../store'

/** Seconds between two emails, if the server sends no time. */
const coolDown = 60

/** Shows that the address must be verified, detects when it is verified, and sends the email again. `quiet`: without its own live region. */
export function Verification({ email, quiet = false }: { email: string; quiet?: boolean }) {
  const sending = useProfile((state) => state.resendVerificationMailLoading)
  const [left, setLeft] = useState(0)
  const [said, setSaid] = useState('')

  useRead(identityQuery)

  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  async function resend() {
    try {
      await resendVerificationMail()
      setSaid(t.sent)
      setLeft(coolDown)
    } catch (error) {
      setSaid(wordsOf(error))
      if (error instanceof ApiError && error.retryAfter) setLeft(Math.ceil(error.retryAfter))
    }
  }

  const words = (
    <>
      <p>{t.explanation(email)}</p>
      <Button kind="text" busy={sending} disabled={left > 0} onClick={resend}>
        {left > 0 ? t.sendItAgainIn(left) : t.sendItAgain}
      </Button>
      {said && <p>{said}</p>}
    </>
  )
  return quiet ? words : <Notice title={t.notVerified}>{words}</Notice>
}

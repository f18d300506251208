'use client'

import { useEffect, useState } from 'react'
import { ApiError, wordsOf } from '@/lib/api/error'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { resendVerificationMail, useProfile } from '../store'

/** Seconds between two mails, where the server names no time. */
const coolDown = 60

/** Says that the address waits to be verified, and sends the mail again. `quiet`: without a live region of its own. */
export function Verification({ email, quiet = false }: { email: string; quiet?: boolean }) {
  const sending = useProfile((state) => state.resendVerificationMailLoading)
  const [left, setLeft] = useState(0)
  const [said, setSaid] = useState('')

  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  async function resend() {
    try {
      await resendVerificationMail()
      setSaid('Sent. It may take a minute.')
      setLeft(coolDown)
    } catch (error) {
      setSaid(wordsOf(error))
      if (error instanceof ApiError && error.retryAfter) setLeft(Math.ceil(error.retryAfter))
    }
  }

  const words = (
    <>
      <p>
        We sent a link to {email}. Open it to verify your address; this page updates automatically. You can
        buy and withdraw once it’s verified.
      </p>
      <Button kind="text" busy={sending} disabled={left > 0} onClick={resend}>
        {left > 0 ? `Send it again in ${left} s` : 'Send it again'}
      </Button>
      {said && <p>{said}</p>}
    </>
  )
  return quiet ? words : <Notice title="Your email address isn’t verified yet">{words}</Notice>
}

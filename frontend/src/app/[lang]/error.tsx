'use client'

import { useEffect } from 'react'
import { reportLater } from '@/features/site/report-later'
import { isMissingResource, loadFully } from '@/features/site/resources'
import * as t from '@/messages/failure'
import { Button } from '@/ui/button'
import { Message } from '@/ui/message'

export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  /** Requests the page again. */
  retry: () => void
}) {
  useEffect(() => {
    console.error(error)
    if (isMissingResource(error)) loadFully(window.location.href)
    else void reportLater(error)
  }, [error])
  return (
    <Message title={t.pageUnavailable} kicker={error.digest && t.errorNumber(error.digest)}>
      <p>{t.pageUnavailableHint}</p>
      <Button onClick={retry}>{t.tryAgain}</Button>
    </Message>
  )
}

'use client'

import { useEffect } from 'react'
import { reportLater } from '@/features/site/report-later'
import { isMissingResource, loadFully } from '@/features/site/resources'
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
    <Message title="This page is unavailable right now" kicker={error.digest && `Error ${error.digest}`}>
      <p>
        Something went wrong on our side. Nothing was bought, charged or moved. A purchase in progress
        continues without this page.
      </p>
      <Button onClick={retry}>Try again</Button>
    </Message>
  )
}

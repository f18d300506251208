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
  /** Asks the server for the page again. */
  retry: () => void
}) {
  useEffect(() => {
    console.error(error)
    if (isMissingResource(error)) loadFully(window.location.href)
    else void reportLater(error)
  }, [error])
  return (
    <Message title="This room is closed for a moment" kicker={error.digest && `Error ${error.digest}`}>
      <p>
        Something failed on our side while the page was made. Nothing was bought, charged or moved by it; a
        purchase that was running goes on without this page.
      </p>
      <Button onClick={retry}>Try again</Button>
    </Message>
  )
}

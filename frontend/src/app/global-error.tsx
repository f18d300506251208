'use client'

import { useEffect } from 'react'
import { reportLater } from '@/features/site/report-later'
import '@/ui/global.css'
import { Message } from '@/ui/message'

/** Replaces the whole document when the layout fails. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => {
    console.error(error)
    void reportLater(error)
  }, [error])
  return (
    <html lang="en">
      <body>
        <title>Something failed | Vitrine</title>
        <main>
          <Message
            title="The gallery is unavailable right now"
            kicker={error.digest && `Error ${error.digest}`}
          >
            <p>
              Something went wrong on our side. Nothing was bought, charged or moved. Please load the page
              again.
            </p>
            <p>
              <a href="/en/">Go to the home page</a>
            </p>
          </Message>
        </main>
      </body>
    </html>
  )
}

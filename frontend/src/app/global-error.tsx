'use client'

import { useEffect } from 'react'
import { reportLater } from '@/features/site/report-later'
import * as t from '@/messages/failure'
import '@/ui/global.css'

/** Every page brings this code with it, so it does without the styles of a message. */
const column = { maxWidth: '32rem', margin: '20vh auto', padding: '1rem' }

/** Replaces the whole document when the layout fails. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => {
    console.error(error)
    void reportLater(error)
  }, [error])
  return (
    <html lang="en">
      <body>
        <title>{t.documentTitle}</title>
        <main style={column}>
          {error.digest && <p>{t.errorNumber(error.digest)}</p>}
          <h1>{t.galleryUnavailable}</h1>
          <p>{t.galleryUnavailableHint}</p>
          <p>
            <a href="/en/">{t.goHome}</a>
          </p>
        </main>
      </body>
    </html>
  )
}

'use client'

import { useEffect } from 'react'
import { reportLater } from '@/features/site/report-later'
import * as t from '@/messages/failure'
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
        <title>{t.documentTitle}</title>
        <main>
          <Message title={t.galleryUnavailable} kicker={error.digest && t.errorNumber(error.digest)}>
            <p>{t.galleryUnavailableHint}</p>
            <p>
              <a href="/en/">{t.goHome}</a>
            </p>
          </Message>
        </main>
      </body>
    </html>
  )
}

import type { Metadata } from 'next'
import '@/ui/global.css'
import { Message } from '@/ui/message'
import { bricolage, instrument } from './fonts'

export const metadata: Metadata = { title: 'Not found | Vitrine', robots: { index: false } }

/** For addresses outside every language, such as files that are not there. */
export default function GlobalNotFound() {
  return (
    <html lang="en" className={`${bricolage.variable} ${instrument.variable}`}>
      <body>
        <main>
          <Message title="Nothing hangs here" kicker="404">
            <p>This address leads nowhere. It may have moved, or it was mistyped.</p>
            <p>
              <a href="/en/">Start at the entrance</a>
            </p>
          </Message>
        </main>
      </body>
    </html>
  )
}

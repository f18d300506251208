import type { Metadata } from 'next'
import '@/ui/global.css'
import { Message } from '@/ui/message'
import { faces } from './fonts'

export const metadata: Metadata = { title: 'Not found | Vitrine', robots: { index: false } }

/** Where no route is matched at all; addresses that lead nowhere show the page of their language (next.config.ts). */
export default function GlobalNotFound() {
  return (
    <html lang="en" className={faces}>
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

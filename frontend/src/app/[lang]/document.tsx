import type { ReactNode } from 'react'
import * as t from '@/messages/site'
import '@/ui/global.css'
import { SearchLink } from '@/features/search/ui/search-link'
import { themeScript } from '@/features/site/theme-script'
import { Footer } from '@/features/site/ui/footer'
import { Offline, Progress } from '@/features/site/ui/frame'
import { Header } from '@/features/site/ui/header'
import { Outdated } from '@/features/site/ui/outdated'
import { SalesClosed } from '@/features/site/ui/sales-closed'
import { visuallyHidden } from '@/ui/visually-hidden'
import { faces } from '../fonts'
import { Behaviours } from './behaviours'
import { Deferred } from './deferred'
import styles from './document.module.css'

/** The HTML document around every page: header, footer and what happens on each navigation. */
export function Document({ lang, children }: { lang: string; children: ReactNode }) {
  return (
    <html
      lang={lang}
      className={faces}
      // The framework then jumps to the top of a new page instead of scrolling there.
      data-scroll-behavior="smooth"
      suppressHydrationWarning
    >
      <body>
        <script
          // A module doesn't wait for style sheets, so parsing continues; the first paint waits for it.
          type="module"
          async
          blocking="render"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of our own
          dangerouslySetInnerHTML={{ __html: themeScript }}
        />
        <a href="#main" className={`${visuallyHidden} ${styles.skip}`}>
          {t.skipToContent}
        </a>
        <Outdated lang={lang} />
        <Progress />
        <Header lang={lang} search={<SearchLink lang={lang} />} />
        <Offline />
        <SalesClosed lang={lang} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer lang={lang} />
        <Deferred lang={lang} />
        <Behaviours />
      </body>
    </html>
  )
}

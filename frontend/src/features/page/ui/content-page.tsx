import { renderMarkdown } from '@/lib/markdown'
import { formatDate } from '@/lib/time'
import * as t from '@/messages/pages'
import { Name } from '@/ui/name'
import { frame } from '@/ui/page'
import { Prose } from '@/ui/prose'

interface ContentPageProps {
  page: { title: string; body: string; updatedAt?: string | null }
}

/** A page of the gallery's content. Plain HTML, so that it can be read without scripts. */
export function ContentPage({ page }: ContentPageProps) {
  return (
    <article className={frame.page}>
      <header className={frame.head}>
        <h1>
          <Name>{page.title}</Name>
        </h1>
        {page.updatedAt && (
          <p className={frame.kicker}>
            {t.asOf} <time dateTime={page.updatedAt}>{formatDate(page.updatedAt)}</time>
          </p>
        )}
      </header>
      <Prose html={renderMarkdown(page.body)} />
    </article>
  )
}

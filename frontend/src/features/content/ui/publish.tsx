'use client'

import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/content'
import { Ask } from '@/ui/ask'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Link } from '@/ui/link'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { problemOf, usePreviewLink } from '../calls'
import type { Entry, Folder } from '../model'

interface PublishProps {
  folder: Folder
  entry: Entry
  /** The form has unsaved changes. */
  dirty: boolean
  /** Returns what went wrong. Never throws. */
  onPublish: (publish: boolean) => Promise<string | undefined>
}

/** Puts an entry on the site or takes it off. */
export function Publish({ folder, entry, dirty, onPublish }: PublishProps) {
  const isDraft = entry.status === 'DRAFT'
  const part = useKeptFocus<HTMLElement>(isDraft)
  return (
    <section ref={part} className={editing.section} aria-labelledby="publishing">
      <h3 id="publishing">{t.publishing}</h3>
      {dirty ? (
        <p className={editing.quiet}>{t.saveFirst}</p>
      ) : isDraft ? (
        <Ask
          key="publish"
          label={t.publish}
          title={t.confirmPublish[folder]}
          action={t.doPublish[folder]}
          back={t.cancel}
          onConfirm={() => onPublish(true)}
        >
          <p>{t.publishMeans[folder]}</p>
        </Ask>
      ) : (
        <Ask
          key="unpublish"
          label={t.unpublish}
          title={t.confirmUnpublish[folder]}
          action={t.doUnpublish[folder]}
          back={t.cancel}
          onConfirm={() => onPublish(false)}
        >
          <p>{t.unpublishMeans[folder]}</p>
        </Ask>
      )}
    </section>
  )
}

/** A link that shows a draft of a post to people without an account. */
export function PreviewLink({ lang, slug }: { lang: string; slug: string }) {
  const [create, { data, error, loading }] = usePreviewLink(slug)
  return (
    <div aria-live="polite" className={editing.buttons}>
      <Button kind="quiet" busy={loading} onClick={() => void create().catch(() => undefined)}>
        {t.createLink}
      </Button>
      {data && (
        <p>
          <Link href={`/${lang}/post-preview/#${data.createPostPreview.token}`}>{t.previewLink}</Link>{' '}
          <span className={editing.quiet}>
            {t.previewUntil(formatDateTime(data.createPostPreview.expiresAt))}
          </span>
        </p>
      )}
      {error && <p role="alert">{problemOf(error).message}</p>}
    </div>
  )
}

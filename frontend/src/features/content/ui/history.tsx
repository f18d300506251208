'use client'

import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/content'
import { Ask } from '@/ui/ask'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Pager } from '@/ui/pager'
import { Skeleton } from '@/ui/skeleton'
import { problemOf, type useHistory } from '../calls'
import { changed, type Entry, editable, type Folder, type Values, valuesOf } from '../model'
import styles from './content.module.css'
import { Diff } from './diff'

interface HistoryProps {
  folder: Folder
  entry: Entry
  currency: string
  history: ReturnType<typeof useHistory>
  onPage: (page: number) => void
  /** Returns what went wrong. Never throws. */
  onRestore: (version: Values) => Promise<string | undefined>
}

/** All changes by staff, newest first, each with the resulting version. */
export function History({ folder, entry, currency, history, onPage, onRestore }: HistoryProps) {
  const { data, previousData, error, refetch } = history
  const page = (data ?? previousData)?.contentChanges
  const now = valuesOf(entry.fields, currency)
  // A portrait comes from the artist's studio, and isn't restored here.
  const names = [...editable[folder], 'portrait', 'published']
  const restorable = (version: Values) => changed(editable[folder], now, version).length > 0
  const restore = (version: Values, name: string) => (
    <Ask
      label={t.restore}
      name={name}
      title={t.confirmRestore}
      action={t.doRestore}
      back={t.cancel}
      onConfirm={() => onRestore(version)}
    >
      <p>{t.restoreMeans}</p>
      <Diff
        names={editable[folder]}
        before={now}
        after={version}
        currency={currency}
        categories={entry.categories}
      />
    </Ask>
  )
  const oldest = page && page.page === page.pageCount ? page.items.at(-1) : undefined
  const original = oldest && valuesOf(oldest.before, currency)
  return (
    <section className={editing.section} aria-labelledby="history">
      <h3 id="history">{t.history}</h3>
      <p className={editing.quiet}>{t.importsMissing}</p>
      {error && <Failure problem={problemOf(error).message} retry={() => void refetch()} />}
      {!page && !error && <Skeleton height="8rem" />}
      {page?.totalCount === 0 && <p>{t.noHistory}</p>}
      {page && page.items.length > 0 && (
        <ol role="list" className={styles.versions}>
          {page.items.map(({ id, at, email, action, before, after }) => {
            const version = valuesOf(after, currency)
            return (
              <li key={id}>
                <p>
                  {t.actions[action] ?? action} <time dateTime={at}>{formatDateTime(at)}</time>{' '}
                  <span className={editing.quiet}>{t.by(email)}</span>
                </p>
                <Diff
                  names={names}
                  before={valuesOf(before, currency)}
                  after={version}
                  currency={currency}
                  categories={entry.categories}
                />
                {restorable(version) && restore(version, t.restoreOf(formatDateTime(at)))}
              </li>
            )
          })}
          {original && restorable(original) && (
            <li>
              <p>{t.original}</p>
              {restore(original, t.restoreOriginal)}
            </li>
          )}
        </ol>
      )}
      {page && (
        <Pager
          label={t.pagesOfHistory}
          page={page.page}
          pageCount={page.pageCount}
          before={t.newer}
          after={t.older}
          onPage={onPage}
        />
      )}
    </section>
  )
}

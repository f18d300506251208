'use client'

import { useSearchParams } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import type { EntryRowFragment } from '@/gen/graphql'
import { formatDate } from '@/lib/time'
import * as t from '@/messages/content'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Field, Select } from '@/ui/field'
import { goInPlace } from '@/ui/go-in-place'
import { InPlace } from '@/ui/in-place'
import { Link } from '@/ui/link'
import { Pagination } from '@/ui/pagination'
import { Skeleton } from '@/ui/skeleton'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { problemOf, useEntries } from '../calls'
import { entryHref, type Filter, type Folder, filterOf, hrefOf, statusesOf } from '../model'
import styles from './content.module.css'

/** All entries of a kind: the address has the search, the status and the page. */
export function Entries({ lang, folder }: { lang: string; folder: Folder }) {
  const filter = filterOf(useSearchParams())
  const go = (to: Filter) => goInPlace(hrefOf(lang, folder, to))
  const { data, previousData, error, refetch } = useEntries(folder, filter)
  const page = (data ?? previousData)?.contentEntries
  return (
    <section className={editing.section} aria-labelledby="entries">
      <h2 id="entries">{t.folders[folder]}</h2>
      <search aria-label={t.find[folder]}>
        <FilterForm key={folder} folder={folder} filter={filter} go={go} />
      </search>
      {error && <Failure problem={problemOf(error).message} retry={() => void refetch()} />}
      {!page && !error && <Skeleton height="14rem" />}
      {page && !error && (
        <InPlace label={t.results[folder]} className={editing.section}>
          <output className={editing.quiet}>
            {page.totalCount === 0 ? t.noneFound : t.found[folder](page.totalCount)}
          </output>
          {page.items.length > 0 && (
            <ul role="list" className={`${editing.rows} ${styles.rows}`}>
              {page.items.map((entry) => (
                <Row key={entry.id} lang={lang} folder={folder} entry={entry} />
              ))}
            </ul>
          )}
          <Pagination
            page={page.page}
            pageCount={page.pageCount}
            hrefOf={(n) => hrefOf(lang, folder, { ...filter, page: n })}
          />
        </InPlace>
      )}
    </section>
  )
}

function Row({ lang, folder, entry }: { lang: string; folder: Folder; entry: EntryRowFragment }) {
  return (
    <li>
      <Link href={entryHref(lang, folder, entry.id)}>
        <em>{entry.title}</em>
      </Link>
      <span>{t.statuses[entry.status]}</span>
      <span className={editing.quiet}>
        {[entry.label, entry.id, entry.edited && t.edited].filter(Boolean).join(', ')}
      </span>
      {entry.publishedAt && (
        <time className={editing.quiet} dateTime={entry.publishedAt}>
          {formatDate(entry.publishedAt)}
        </time>
      )}
    </li>
  )
}

interface FilterFormProps {
  folder: Folder
  filter: Filter
  go: (to: Filter) => void
}

function FilterForm({ folder, filter, go }: FilterFormProps) {
  const [search, setSearch] = useState(filter.search)
  const [before, setBefore] = useState(filter.search)
  // The address may change without this form: with back. A key would lose the focus.
  if (filter.search !== before) {
    setBefore(filter.search)
    setSearch(filter.search)
  }
  const filtered = filter.search !== '' || filter.status !== null
  const form = useKeptFocus<HTMLFormElement>(filtered)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go({ ...filter, search, page: 1 })
  }
  return (
    <form ref={form} onSubmit={submit} className={editing.form}>
      <Field
        label={t.searchLabel[folder]}
        name="search"
        type="search"
        value={search}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setSearch(target.value)}
      />
      <Select
        label={t.status}
        name="status"
        value={filter.status ?? ''}
        onChange={({ target }) =>
          go({
            search,
            status: statusesOf(folder).find((status) => status === target.value) ?? null,
            page: 1,
          })
        }
      >
        <option value="">{t.anyStatus}</option>
        {statusesOf(folder).map((status) => (
          <option key={status} value={status}>
            {t.statuses[status]}
          </option>
        ))}
      </Select>
      <div className={editing.buttons}>
        <Button type="submit">{t.search}</Button>
        {filtered && (
          <Button kind="text" onClick={() => go({ search: '', status: null, page: 1 })}>
            {t.clear}
          </Button>
        )}
      </div>
    </form>
  )
}

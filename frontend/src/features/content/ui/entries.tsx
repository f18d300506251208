'use client'

import { usePageRows } from '@/lib/rows'
import { formatDate } from '@/lib/time'
import * as t from '@/messages/content'
import { add } from '@/messages/content-new'
import { buttonClass } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Link } from '@/ui/link'
import { Chips } from '@/ui/list/chips'
import { defineList, List } from '@/ui/list/define-list'
import { Find } from '@/ui/list/find'
import { Name } from '@/ui/name'
import { problemOf } from '../calls'
import { entryFilter, entryHref, type Folder, folderHref, statusesOf } from '../model'
import { entriesQuery } from '../queries'
import styles from './content.module.css'

const entries = defineList({
  id: 'entries',
  path: ({ lang, folder }: { lang: string; folder: Folder }) => folderHref(lang, folder),
  filter: entryFilter,
  useRows: (filter, { folder }) =>
    usePageRows(entriesQuery(folder, filter), (error) => problemOf(error).message),
  idOf: ({ id }) => id,
  title: ({ folder }) => t.folders[folder],
  lead: ({ lang, folder }) => (
    <p>
      <Link className={buttonClass({ kind: 'quiet' })} href={entryHref(lang, folder, 'new')}>
        {add[folder]}
      </Link>
    </p>
  ),
  find: ({ folder }) => t.find[folder],
  controls: ({ search, status }, go, { folder }) => (
    <>
      <Find label={t.searchLabel[folder]} value={search} onFind={(text) => go({ search: text })} />
      <Chips
        legend={t.status}
        texts={{
          '': t.anyStatus,
          ...Object.fromEntries(statusesOf(folder).map((name) => [name, t.statuses[name]])),
        }}
        isChosen={(name) => name === status}
        onChoose={(name) => go({ status: name })}
      />
    </>
  ),
  results: ({ folder }) => t.results[folder],
  summary: (count, _, { folder }) => (count > 0 ? t.found[folder](count) : t.noneFound),
  rowsClass: `${editing.rows} ${styles.rows}`,
  row: ({ id, title, status, label, edited, publishedAt }, { lang, folder }) => (
    <>
      <Link href={entryHref(lang, folder, id)}>
        <em>
          <Name>{title}</Name>
        </em>
      </Link>
      <span>{t.statuses[status]}</span>
      <span className={editing.quiet}>{[label, id, edited && t.edited].filter(Boolean).join(', ')}</span>
      {publishedAt && (
        <time className={editing.quiet} dateTime={publishedAt}>
          {formatDate(publishedAt)}
        </time>
      )}
    </>
  ),
})

/** All entries of a kind. */
export const Entries = (props: { lang: string; folder: Folder }) => <List list={entries} props={props} />

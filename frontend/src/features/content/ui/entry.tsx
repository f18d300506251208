'use client'

import { type ReactNode, useMemo, useState } from 'react'
import { useKeptForm } from '@/lib/kept-form'
import { formatDate } from '@/lib/time'
import * as t from '@/messages/content'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import { Name } from '@/ui/name'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { changesOf, problemOf, useEntry, useHistory } from '../calls'
import { entryForm } from '../form'
import {
  changed,
  type Entry as EntryOf,
  editable,
  type Folder,
  folderHref,
  isMadeHere,
  publicHref,
  type Values,
  valuesOf,
} from '../model'
import styles from './content.module.css'
import { Diff } from './diff'
import { Fields } from './fields'
import { History } from './history'
import { PreviewLink, Publish } from './publish'
import { WorksOrder } from './works-order'

interface EntryProps {
  lang: string
  folder: Folder
  id: string
  preview: (entry: EntryOf, values: Values) => ReactNode
}

/** One entry: its form, its preview, whether it is on the site, and its history. */
export function Entry({ lang, folder, id, preview }: EntryProps) {
  const { data, error, refetch } = useEntry(folder, id)
  const back = <Link href={folderHref(lang, folder)}>{t.back[folder]}</Link>
  if (error && !data) return <Failure problem={problemOf(error).message} retry={() => void refetch()} />
  if (!data) return <Skeleton height="24rem" />
  if (!data.contentEntry) {
    return (
      <p>
        {t.missing[folder]} {back}
      </p>
    )
  }
  const reload = async () => (await refetch()).data?.contentEntry?.fields
  return (
    <article className={editing.section}>
      <p>{back}</p>
      <Open
        lang={lang}
        folder={folder}
        entry={data.contentEntry}
        currency={data.currency}
        preview={preview}
        reload={reload}
      />
    </article>
  )
}

interface OpenProps {
  lang: string
  folder: Folder
  entry: EntryOf
  currency: string
  preview: EntryProps['preview']
  /** Reads the entry again. */
  reload: () => Promise<EntryOf['fields'] | undefined>
}

function Open({ lang, folder, entry, currency, preview, reload }: OpenProps) {
  const { id } = entry
  const names = editable[folder]
  const saved = useMemo(() => valuesOf(entry.fields, currency), [entry.fields, currency])
  const draft = useKeptForm({
    place: `${folder}.${id}`,
    names,
    saved,
    schema: entryForm(folder, currency),
  })
  const { form, values, unsaved, outdated } = draft
  const dirty = unsaved.length > 0
  const buttons = useKeptFocus<HTMLDivElement>(dirty)
  const changes = changesOf[folder](id)
  const [page, setPage] = useState(1)
  const history = useHistory(folder, id, page)
  const [done, setDone] = useState('')
  const [failed, setFailed] = useState('')
  /** The fields that somebody else changed after they were read here. */
  const [conflicts, setConflicts] = useState<string[]>([])

  /** Reads everything again. Fields that the person changed keep their text. */
  async function readAgain() {
    const mine = changed(names, saved, form.getValues())
    setPage(1)
    const [fields] = await Promise.all([reload(), history.refetch()])
    if (!fields) return
    const now = valuesOf(fields, currency)
    for (const name of names) if (!mine.includes(name)) form.setValue(name, now[name] ?? '')
    return fields
  }

  /** Makes a change, reads everything again and shows the result. Returns the fields as they are then, or what went wrong. */
  async function run(
    change: () => Promise<unknown>,
    message: string,
  ): Promise<{ fields?: EntryOf['fields']; problem?: string }> {
    setDone('')
    setFailed('')
    setConflicts([])
    try {
      await change()
      const fields = await readAgain()
      setDone(message)
      return { fields }
    } catch (error) {
      const { field, message, conflicts } = problemOf(error)
      if (field && names.includes(field)) {
        form.setError(field, { message }, { shouldFocus: true })
        return {}
      }
      if (!conflicts) return { problem: message }
      try {
        await readAgain()
      } catch {
        // Without the colleague's text there is nothing to compare with.
        return { problem: t.conflict }
      }
      setConflicts(conflicts)
      return {}
    }
  }

  const reset = (fields: EntryOf['fields'] | undefined) => {
    if (!fields) return
    setConflicts([])
    draft.reset(valuesOf(fields, currency))
  }
  /** Sends the given fields, with what they were when they were read. */
  const update = (version: Values, names: string[]) =>
    changes.update(
      version,
      names,
      currency,
      entry.fields.filter(({ name }) => names.includes(name)).map(({ name, value }) => ({ name, value })),
    )
  const isPublic = entry.status === 'PUBLISHED'
  const save = form.handleSubmit(async (checked) => {
    const names = changed(editable[folder], saved, checked)
    if (names.length === 0) return
    const { fields, problem = '' } = await run(
      () => update(checked, names),
      isPublic ? t.savedPublic : t.saved,
    )
    reset(fields)
    setFailed(problem)
  })
  const restore = async (version: Values) => {
    const { fields, problem } = await run(() => update(version, changed(names, saved, version)), t.restored)
    reset(fields)
    return problem
  }
  const publish = async (on: boolean) =>
    (await run(on ? changes.publish : changes.unpublish, on ? t.nowPublished : t.nowUnpublished)).problem

  return (
    <>
      <header className={editing.section}>
        <h2>
          <Name>{entry.title}</Name>
        </h2>
        <p>
          {[entry.label, id].filter(Boolean).join(', ')}. {stateOf(folder, entry)}{' '}
          {isPublic && <Link href={publicHref(lang, folder, entry.slug)}>{t.see}</Link>}
        </p>
        {isMadeHere(folder, id) ? (
          <Notice title={t.madeHere[folder]}>
            <p>{t.madeHereMeans[folder]}</p>
          </Notice>
        ) : (
          <Notice title={t.whoWins}>
            <p>
              {entry.edited && `${t.editedHere} `}
              {t.folderWins} {t.folderOnly[folder]}
            </p>
          </Notice>
        )}
        {failed && (
          <Notice kind="alarm" focused>
            {failed}
          </Notice>
        )}
        {conflicts.length > 0 && (
          <Notice kind="alarm" title={t.conflict} focused>
            <p>{changed(conflicts, saved, values).length > 0 ? t.conflictMeans : t.conflictShown}</p>
            <Diff
              names={conflicts}
              before={saved}
              after={values}
              currency={currency}
              categories={entry.categories}
            />
          </Notice>
        )}
        {done && <Notice kind="assent">{done}</Notice>}
      </header>
      <section className={editing.section} aria-labelledby="edit">
        <h3 id="edit">{t.edit}</h3>
        {outdated.length > 0 && conflicts.length === 0 ? (
          <Notice kind="alarm" title={t.keptOutdated}>
            <p>{t.keptOutdatedHint}</p>
            <Diff
              names={outdated}
              before={saved}
              after={values}
              currency={currency}
              categories={entry.categories}
            />
          </Notice>
        ) : (
          draft.isKept && (
            <Notice title={t.kept}>
              <p>{t.keptHint}</p>
            </Notice>
          )
        )}
        <form className={editing.form} onSubmit={save} noValidate>
          <Fields folder={folder} currency={currency} categories={entry.categories} field={draft.field} />
          {folder === 'drops' && (
            <WorksOrder
              key={saved.works}
              id={id}
              value={values.works ?? ''}
              error={draft.field('works').error}
              onChange={(works) => form.setValue('works', works)}
            />
          )}
          <div ref={buttons} className={editing.buttons}>
            <Button type="submit" busy={form.formState.isSubmitting} aria-disabled={!dirty}>
              {t.save}
            </Button>
            {dirty && (
              <Button kind="text" onClick={() => reset(entry.fields)}>
                {t.discard}
              </Button>
            )}
            <output className={editing.quiet}>{dirty ? t.unsaved(unsaved.length) : t.nothingChanged}</output>
          </div>
        </form>
      </section>
      <Preview>{() => preview(entry, values)}</Preview>
      {folder === 'posts' && entry.status === 'DRAFT' && <PreviewLink lang={lang} slug={entry.slug} />}
      <Publish folder={folder} entry={entry} dirty={dirty} onPublish={publish} />
      <History
        folder={folder}
        entry={entry}
        currency={currency}
        history={history}
        onPage={setPage}
        onRestore={restore}
      />
    </>
  )
}

/** What visitors see of the entry, in a sentence. */
function stateOf(folder: Folder, { status, publishedAt }: EntryOf) {
  if (folder === 'drops' && publishedAt && status !== 'DRAFT') return t.opens(formatDate(publishedAt))
  return status === 'SCHEDULED' ? t.state.SCHEDULED(formatDate(publishedAt ?? '')) : t.state[status]
}

function Preview({ children }: { children: () => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <section className={editing.section} aria-labelledby="preview">
      <h3 id="preview">{t.preview}</h3>
      <p className={editing.quiet}>{t.previewHint}</p>
      <div>
        <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t.hidePreview : t.showPreview}
        </Button>
      </div>
      {open && <div className={styles.preview}>{children()}</div>}
    </section>
  )
}

'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { useAction } from '@/lib/action'
import { ApiError } from '@/lib/api/error'
import { queryClient, useRead } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import { unique } from '@/lib/unique'
import * as t from '@/messages/content-import'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Field } from '@/ui/field'
import { FileButton } from '@/ui/file-button'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import {
  checkFiles,
  type FileKind,
  fileKinds,
  importHref,
  importQuery,
  importsQuery,
  packed,
} from '../imports'
import { Import } from './import'

/** Imports of collections: a new one, and the earlier ones. With an id, one of them. */
export function Imports({ lang, id }: { lang: string; id?: string }) {
  const { data, problem, read } = useRead(importsQuery)
  if (id) return <Import key={id} lang={lang} id={id} />
  if (!data)
    return problem ? <Failure problem={problem} retry={() => void read()} /> : <Skeleton height="24rem" />
  return (
    <>
      <section className={editing.section} aria-labelledby="import">
        <header>
          <h2 id="import">{t.title}</h2>
          <p>{t.lead}</p>
          <p className={editing.quiet} id="import-limits">
            {t.limits(data.fileBytes, data.sentBytes)}
          </p>
        </header>
        <Files lang={lang} fileBytes={data.fileBytes} sentBytes={data.sentBytes} />
      </section>
      <section className={editing.section} aria-labelledby="earlier">
        <h3 id="earlier">{t.earlier}</h3>
        {data.items.length === 0 && <p className={editing.quiet}>{t.noneYet}</p>}
        <ul role="list" className={editing.rows}>
          {data.items.map(
            ({ id, name, state, email, updatedAt, artistsFile, artworksFile, written, removed }) => (
              <li key={id}>
                <Link href={importHref(lang, id)}>
                  <em>{name}</em>
                </Link>
                <span>
                  {t.states[state]}
                  {state === 'done' && `: ${t.summary(written, removed)}`}
                </span>
                <span className={editing.quiet}>
                  {t.filesOf(artistsFile, artworksFile)},{' '}
                  <time dateTime={updatedAt}>{formatDateTime(updatedAt)}</time>, {t.by(email)}
                </span>
              </li>
            ),
          )}
        </ul>
      </section>
    </>
  )
}

type Problems = Partial<Record<FileKind | 'name', string>>

/** The form of a new import. */
function Files({ lang, fileBytes, sentBytes }: { lang: string; fileBytes: number; sentBytes: number }) {
  const router = useRouter()
  const [id] = useState(unique)
  const [name, setName] = useState('')
  const [files, setFiles] = useState<Partial<Record<FileKind, File>>>({})
  const [problems, setProblems] = useState<Problems>({})
  const action = useAction(
    async ({ artists, artworks }: Record<FileKind, File>) => {
      const sent = {
        artists: { name: artists.name, content: await packed(artists) },
        artworks: { name: artworks.name, content: await packed(artworks) },
      }
      if (sent.artists.content.size + sent.artworks.content.size > sentBytes) {
        setProblems({ artworks: t.bothTooLarge })
        return null
      }
      return checkFiles(id, name.trim(), sent)
    },
    {
      onDone: (checked) => {
        if (!checked) return
        queryClient.setQueryData(importQuery(id).queryKey, checked)
        router.push(importHref(lang, id))
      },
      onFailed: (error) => {
        if (error instanceof ApiError) setProblems(error.details)
      },
    },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    const { artists, artworks } = files
    const found: Problems = {}
    if (!name.trim()) found.name = t.nameMissing
    for (const kind of fileKinds) {
      const file = files[kind]
      if (!file) found[kind] = t.fileMissing
      else if (file.size === 0) found[kind] = t.fileEmpty
      else if (file.size > fileBytes) found[kind] = t.fileTooLarge(fileBytes)
    }
    setProblems(found)
    action.clear()
    if (artists && artworks && Object.keys(found).length === 0) action.run({ artists, artworks })
  }

  return (
    <form className={editing.form} onSubmit={submit} noValidate aria-labelledby="import">
      <Field
        label={t.name}
        hint={t.nameHint}
        error={problems.name}
        value={name}
        maxLength={50}
        autoComplete="off"
        autoCapitalize="none"
        onChange={({ target }) => setName(target.value)}
      />
      {fileKinds.map((kind) => {
        const file = files[kind]
        const problem = problems[kind]
        return (
          <div key={kind}>
            <FileButton
              accept=".csv,.tsv,.txt,.gz,text/csv"
              aria-describedby={`import-${kind} import-limits`}
              aria-invalid={problem ? true : undefined}
              onChoose={(next) => {
                setFiles({ ...files, [kind]: next })
                setProblems({ ...problems, [kind]: undefined })
              }}
            >
              {t.choose[kind]}
            </FileButton>
            <div id={`import-${kind}`}>
              {file && <p>{t.chosen(file.name, file.size)}</p>}
              {problem && <Notice kind="alarm">{problem}</Notice>}
            </div>
          </div>
        )
      })}
      {action.problem && Object.values(problems).every((problem) => !problem) && (
        <Notice kind="alarm">{action.problem}</Notice>
      )}
      <div className={editing.buttons}>
        <Button type="submit" busy={action.busy}>
          {t.check}
        </Button>
        <output>{action.busy && t.checking}</output>
      </div>
    </form>
  )
}

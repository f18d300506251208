'use client'

import { useRouter } from 'next/navigation'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import type { Schemas } from '@/lib/api/client'
import { useDefinedForm } from '@/lib/form'
import { useRead } from '@/lib/query'
import { back } from '@/messages/content'
import * as t from '@/messages/content-new'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Field, Select } from '@/ui/field'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { TextArea } from '@/ui/text-area'
import { entryHref, type Folder, folderHref } from '../model'
import { choicesQuery, createEntry, fieldsOf, newForm } from '../new-entry'

const times: string[] = ['date', 'startsAt', 'endsAt', 'publishedAt']

/** How many artists the server lists. */
const mostArtists = 1000

/** The field for the picture of an artwork, whose upload becomes its value. */
export type UploadOf = (props: {
  artistId: string
  limit: Schemas['PictureLimit']
  isFilled: boolean
  error?: string
  onUploaded: (uploadId: string) => void
  onBusy: (busy: boolean) => void
}) => ReactNode

interface NewEntryProps {
  lang: string
  folder: Folder
  upload: UploadOf
}

/** The form of a new entry, which is then edited. */
export function NewEntry({ lang, folder, upload }: NewEntryProps) {
  const { data, problem, read } = useRead(choicesQuery)
  return (
    <section className={editing.section} aria-labelledby="new">
      <p>
        <Link href={folderHref(lang, folder)}>{back[folder]}</Link>
      </p>
      <header>
        <h2 id="new">{t.add[folder]}</h2>
        <p>{t.lead}</p>
        <p className={editing.quiet}>{t.later[folder]}</p>
      </header>
      {problem && <Failure problem={problem} retry={data ? undefined : () => void read()} />}
      {!data && !problem && <Skeleton height="14rem" />}
      {data && <Form lang={lang} folder={folder} choices={data} upload={upload} />}
    </section>
  )
}

interface FormProps extends NewEntryProps {
  choices: Schemas['GetEntryChoicesResponse']
}

function Form({ lang, folder, choices, upload }: FormProps) {
  const router = useRouter()
  const categories = folder === 'artworks' ? choices.categories : choices.postCategories
  const category = categories[0]?.value ?? ''
  const [sending, setSending] = useState(false)
  const definition = useMemo(() => newForm(folder, { category }), [folder, category])
  const form = useDefinedForm(definition, folder, {
    send: (values, keyOf) => createEntry(folder, values, keyOf(folder, values)),
    onDone: ({ id }) => router.push(entryHref(lang, folder, id)),
  })
  const { setValue, watch } = form.form
  const [artistId = '', picture] = watch(['artistId', 'picture'])
  /** The fields with a choice: the values, and what the empty one says. */
  const lists: Record<string, { of: Schemas['EntryChoice'][]; none?: string }> = {
    category: { of: categories },
    curatorId: { of: choices.curators, none: t.noCurator },
    dropId: { of: choices.drops, none: t.noDrop },
    // A gallery with more artists than the list has names one by number.
    ...(choices.artists.length < mostArtists && { artistId: { of: choices.artists, none: t.noArtist } }),
  }
  return (
    <form className={editing.form} onSubmit={form.onSubmit} noValidate aria-labelledby="new">
      {fieldsOf[folder].map((name) => {
        const common = { label: t.fields[name], hint: t.hints[name], ...form.field(name) }
        const list = lists[name]
        if (list) {
          return (
            <Select
              key={name}
              {...common}
              onChange={(event) => {
                // An upload is for one artist.
                if (name === 'artistId') setValue('picture', '')
                return common.onChange(event)
              }}
            >
              {list.none && <option value="">{list.none}</option>}
              {list.of.map(({ value, name: words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Select>
          )
        }
        if (name === 'picture') {
          return (
            <Fragment key={name}>
              {artistId && choices.picture ? (
                upload({
                  artistId,
                  limit: choices.picture,
                  isFilled: Boolean(picture),
                  error: common.error,
                  onUploaded: (id) => setValue('picture', id, { shouldValidate: true }),
                  onBusy: setSending,
                })
              ) : (
                <p className={editing.quiet}>{t.artistFirst}</p>
              )}
            </Fragment>
          )
        }
        if (name === 'alt') return <TextArea key={name} {...common} />
        if (name === 'artistId')
          return (
            <Field key={name} {...common} label={t.artistNumber} inputMode="numeric" autoComplete="off" />
          )
        const isTime = times.includes(name)
        return (
          <Field
            key={name}
            {...common}
            type={isTime ? 'datetime-local' : undefined}
            inputMode={name === 'editionSize' ? 'numeric' : undefined}
            autoComplete="off"
          />
        )
      })}
      {form.problem && <Notice kind="alarm">{form.problem}</Notice>}
      <div className={editing.buttons}>
        <Button type="submit" busy={form.busy || sending}>
          {t.create[folder]}
        </Button>
      </div>
    </form>
  )
}

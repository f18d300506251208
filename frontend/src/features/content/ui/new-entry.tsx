'use client'

import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
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
import { entryHref, folderHref } from '../model'
import { type Creatable, choicesQuery, createEntry, fieldsOf, newForm } from '../new-entry'

interface NewEntryProps {
  lang: string
  folder: Creatable
}

/** The form of a new entry, which is then edited. */
export function NewEntry({ lang, folder }: NewEntryProps) {
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
      {data && <Form lang={lang} folder={folder} choices={data} />}
    </section>
  )
}

interface FormProps extends NewEntryProps {
  choices: Schemas['GetEntryChoicesResponse']
}

function Form({ lang, folder, choices }: FormProps) {
  const router = useRouter()
  const category = choices.postCategories[0]?.value ?? ''
  const definition = useMemo(() => newForm(folder, { category }), [folder, category])
  const form = useDefinedForm(definition, folder, {
    send: (values, keyOf) => createEntry(folder, values, keyOf(folder, values)),
    onDone: ({ id }) => router.push(entryHref(lang, folder, id)),
  })
  return (
    <form className={editing.form} onSubmit={form.onSubmit} noValidate aria-labelledby="new">
      {fieldsOf[folder].map((name) => {
        const common = { label: t.fields[name], hint: t.hints[name], ...form.field(name) }
        if (name === 'category' || name === 'curatorId') {
          const list = name === 'category' ? choices.postCategories : choices.curators
          return (
            <Select key={name} {...common}>
              {name === 'curatorId' && <option value="">{t.noCurator}</option>}
              {list.map(({ value, name: words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Select>
          )
        }
        const isTime = name === 'date' || name === 'startsAt' || name === 'endsAt'
        return (
          <Field key={name} {...common} type={isTime ? 'datetime-local' : undefined} autoComplete="off" />
        )
      })}
      {form.problem && <Notice kind="alarm">{form.problem}</Notice>}
      <div className={editing.buttons}>
        <Button type="submit" busy={form.busy}>
          {t.create[folder]}
        </Button>
      </div>
    </form>
  )
}

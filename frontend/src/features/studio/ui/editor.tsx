'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { unique } from '@/lib/unique'
import * as t from '@/messages/studio'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { problemOf, useDraftPicture, useSave } from '../calls'
import {
  changed,
  type Draft,
  draftHref,
  empty,
  formOf,
  inputOf,
  names,
  newDraft,
  type Values,
  valuesOf,
} from '../model'
import { readUnsaved, writeUnsaved } from '../unsaved'
import { Fields } from './fields'
import { PictureField } from './picture-field'
import { Shown } from './shown'
import styles from './studio.module.css'
import { Delete, Submit } from './submit'

interface EditorProps {
  lang: string
  draft: Draft | null
  artist: string
  categories: { slug: string; name: string }[]
  currency: string
  onChange: (draft: Draft) => void
}

/** The form of a draft. What was typed survives a reload, and an upload continues while its owner writes. */
export function Editor({ lang, draft, artist, categories, currency, onChange }: EditorProps) {
  const [id] = useState(() => draft?.id ?? unique())
  const place = draft?.id ?? newDraft
  const saved = draft ? valuesOf(draft) : empty
  const [kept, setKept] = useState(() => readUnsaved(place))
  const form = useForm<Values>({
    resolver: zodResolver(formOf(currency)),
    defaultValues: { ...saved, ...kept },
    shouldFocusError: false,
  })
  const values = { ...saved, ...useWatch({ control: form.control }) }
  const unsaved = changed(saved, values)
  /** An upload that isn't saved with the draft yet. */
  const [upload, setUpload] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const [save] = useSave()
  /** The last save. Another one waits for it, and needs the version that it stored. */
  const last = useRef(Promise.resolve())
  const version = useRef(0)
  const [done, setDone] = useState('')
  const [failed, setFailed] = useState('')
  const [pictureError, setPictureError] = useState('')
  const waiting = draft?.pictureState === 'WAITING'
  const { data: fresh } = useDraftPicture(id, waiting)
  const picture = fresh?.draft ?? draft
  const dirty = unsaved.length > 0 || upload !== null

  useEffect(() => writeUnsaved(place, values, unsaved))
  useEffect(() => {
    if (!dirty && !sending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty, sending])
  // Polling ends once the picture is there.
  useEffect(() => {
    if (draft && waiting && fresh?.draft && fresh.draft.pictureState !== 'WAITING')
      onChange({ ...draft, pictureState: fresh.draft.pictureState, picture: fresh.draft.picture })
  }, [draft, waiting, fresh, onChange])

  function refused(error: unknown, focus = true) {
    const { field, message } = problemOf(error)
    const name = names.find((known) => known === field)
    if (name) form.setError(name, { message }, { shouldFocus: focus })
    else if (field === 'picture') setPictureError(message)
    else setFailed(message)
  }

  /** Saves what was checked. What was typed in the meantime stays. */
  async function store(checked: Values, sent: Values, uploadId: string | null, focus: boolean) {
    setDone('')
    setFailed('')
    setPictureError('')
    try {
      const input = inputOf(checked, currency, uploadId)
      const { data } = await save({
        variables: { id, version: Math.max(draft?.version ?? 0, version.current), input },
      })
      if (!data) return
      version.current = data.saveDraft.version
      if (!draft) {
        writeUnsaved(newDraft, empty, [])
        history.replaceState(null, '', draftHref(lang, id))
      }
      setUpload((now) => (now === uploadId ? null : now))
      setKept({})
      const now = form.getValues()
      const typed = names.filter((name) => now[name] !== sent[name]).map((name) => [name, now[name]])
      form.reset({ ...valuesOf(data.saveDraft), ...Object.fromEntries(typed) })
      onChange(data.saveDraft)
      setDone(t.saved)
    } catch (error) {
      refused(error, focus)
    }
  }

  /** Checks the form and saves it, after the save that is under way. */
  function submit(uploadId: string | null, event?: FormEvent) {
    const sent = form.getValues()
    const focus = event !== undefined
    return form.handleSubmit(
      (checked) => {
        last.current = last.current.then(() => store(checked, sent, uploadId, focus))
        return last.current
      },
      (errors) => {
        const first = names.find((name) => errors[name])
        if (focus && first) form.setFocus(first)
      },
    )(event)
  }

  /** Saves the draft with its new picture. If the form has an error, the picture waits for the next time it is saved. */
  async function arrived(uploadId: string) {
    setUpload(uploadId)
    await submit(uploadId)
  }

  function discard() {
    setKept({})
    setFailed('')
    form.reset(saved)
  }

  return (
    <>
      {dirty && Object.keys(kept).length > 0 && (
        <Notice title={t.kept}>
          <p>{t.keptHint}</p>
        </Notice>
      )}
      {failed && <Notice kind="alarm">{failed}</Notice>}
      <section className={styles.section} aria-labelledby="picture">
        <h3 id="picture">{t.picture}</h3>
        <PictureField
          picture={picture?.picture ?? null}
          state={picture?.pictureState ?? 'NONE'}
          error={pictureError}
          onUploaded={arrived}
          onBusy={setSending}
        />
      </section>
      <form className={styles.form} onSubmit={(event) => submit(upload, event)} noValidate>
        <Fields
          categories={categories}
          currency={currency}
          register={form.register}
          errors={form.formState.errors}
        />
        <div className={styles.buttons}>
          <Button type="submit" busy={form.formState.isSubmitting}>
            {t.save}
          </Button>
          {unsaved.length > 0 && (
            <Button kind="text" onClick={discard}>
              {t.discard}
            </Button>
          )}
          <output className={styles.quiet}>
            {upload ? t.arrived : dirty ? t.unsaved : done || (draft ? t.allSaved : '')}
          </output>
        </div>
      </form>
      <Preview artist={artist} values={values} picture={picture?.picture ?? null} currency={currency} />
      {draft && <Submit draft={draft} dirty={dirty || sending} onChange={onChange} onRefused={refused} />}
      {draft?.state === 'DRAFT' && <Delete lang={lang} draft={draft} />}
    </>
  )
}

function Preview(props: Parameters<typeof Shown>[0]) {
  const [open, setOpen] = useState(false)
  return (
    <section className={styles.section} aria-labelledby="preview">
      <h3 id="preview">{t.preview}</h3>
      <div>
        <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t.hidePreview : t.showPreview}
        </Button>
      </div>
      {open && <Shown {...props} />}
    </section>
  )
}

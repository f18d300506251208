'use client'

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { DraftKind, UploadLimitsFragment } from '@/gen/graphql'
import { useKeptForm } from '@/lib/kept-form'
import { useRead } from '@/lib/query'
import { userOf } from '@/lib/session/claims'
import { tokensNow } from '@/lib/session/store'
import { unique } from '@/lib/unique'
import { writeUnsaved } from '@/lib/unsaved'
import * as t from '@/messages/studio'
import { Button } from '@/ui/button'
import { Diff } from '@/ui/diff'
import { editing } from '@/ui/editing'
import { Notice } from '@/ui/notice'
import { useKeptFocus } from '@/ui/use-kept-focus'
import { problemOf, useSave, useSaveProfile } from '../calls'
import {
  type Artist,
  type Draft,
  draftHref,
  empty,
  type Files,
  formOf,
  inputOf,
  isWaiting,
  names,
  newDraft,
  noFiles,
  pageDraft,
  profileInputOf,
  textsOf,
  type Values,
  valuesOf,
} from '../model'
import { draftPictureQuery } from '../queries'
import { Fields, ProfileFields } from './fields'
import { LiveField } from './live'
import { FilmField, PictureField } from './picture-field'
import { Shown, ShownPage } from './shown'
import { Delete, Submit } from './submit'

/** The next person who logs in in this tab doesn't see what was typed. */
const unsavedForm = (draft: string) => `draft.${userOf(tokensNow())?.sub}.${draft}`

interface EditorProps {
  lang: string
  kind: DraftKind
  draft: Draft | null
  artist: Artist
  categories: { slug: string; name: string }[]
  currency: string
  /** What the server accepts of files. */
  limits: UploadLimitsFragment
  onChange: (draft: Draft) => void
}

/** The form of a draft. What was typed survives a reload, and an upload continues while its owner writes. */
export function Editor(props: EditorProps) {
  const { lang, kind, draft, artist, categories, currency, limits, onChange } = props
  const [id] = useState(() => draft?.id ?? unique())
  const isPage = kind === 'PROFILE'
  const began = isPage ? pageDraft : newDraft
  const place = draft?.id ?? began
  const saved = draft ? valuesOf(draft) : isPage ? { ...empty, ...textsOf(artist) } : empty
  /** Uploads that aren't saved with the draft yet. */
  const [files, setFiles] = useState(noFiles)
  const arrivedFiles = useRef(noFiles)
  const [sendingPicture, setSendingPicture] = useState(false)
  const [sendingFilm, setSendingFilm] = useState(false)
  const [sendingLive, setSendingLive] = useState(false)
  const sending = sendingPicture || sendingFilm || sendingLive
  const uploaded = files.picture !== null || files.film !== null || files.live !== null
  const typed = useKeptForm({
    place: unsavedForm(place),
    names,
    saved,
    schema: formOf(currency),
    isBusy: uploaded || sending,
    // An upload saves the draft, too.
    shouldFocusError: false,
  })
  const { form, values, unsaved, outdated } = typed
  const video = useRef<HTMLVideoElement>(null)
  const [save] = useSave()
  const [saveProfile] = useSaveProfile()
  /** The last save. Another one waits for it, and needs the version that it stored. */
  const last = useRef(Promise.resolve())
  const version = useRef(0)
  const [done, setDone] = useState('')
  const [failed, setFailed] = useState({ message: '', focused: false })
  const [fileErrors, setFileErrors] = useState({ picture: '', film: '', live: '' })
  const waiting = isWaiting(draft)
  const [repeats, setRepeats] = useState(0)
  const buttons = useKeptFocus<HTMLDivElement>(unsaved.length > 0)
  const { data: polled } = useRead({
    ...draftPictureQuery(id, draft?.version ?? 0, repeats),
    enabled: waiting,
  })
  // What was read of another version is old.
  const fresh = polled && polled.version === draft?.version ? polled : null
  const picture = fresh ?? draft
  const live = draft?.live ?? null
  const dirty = unsaved.length > 0 || uploaded

  // Polling ends once nothing is made any more.
  useEffect(() => {
    if (!draft || !waiting || !fresh) return
    const { pictureState, picture, live } = fresh
    if (pictureState !== draft.pictureState || live?.proof !== draft.live?.proof)
      onChange({ ...draft, pictureState, picture, live })
  }, [draft, waiting, fresh, onChange])

  function refused(error: unknown, focus = true) {
    const { field, message } = problemOf(error)
    const name = names.find((known) => known === field)
    if (name) form.setError(name, { message }, { shouldFocus: focus })
    else if (field === 'picture' || field === 'film' || field === 'live') {
      setFileErrors((now) => ({ ...now, [field]: message }))
      if (focus) document.querySelector<HTMLElement>(`input[name=${field}]`)?.focus()
    } else setFailed({ message, focused: focus })
  }

  /** Saves what was checked. What was typed in the meantime stays. */
  async function store(checked: Values, sent: Values, sentFiles: Files, focus: boolean) {
    setDone('')
    setFailed({ message: '', focused: false })
    setFileErrors({ picture: '', film: '', live: '' })
    try {
      const now = { id, version: Math.max(draft?.version ?? 0, version.current) }
      const after = isPage
        ? (
            await saveProfile({
              variables: { ...now, input: profileInputOf(checked, sentFiles, draft?.removesPortrait) },
            })
          ).data?.saveProfileDraft
        : (await save({ variables: { ...now, input: inputOf(checked, currency, sentFiles) } })).data
            ?.saveDraft
      if (!after) return
      version.current = after.version
      if (!draft) {
        writeUnsaved(unsavedForm(began), [], {}, {})
        if (!isPage) history.replaceState(null, '', draftHref(lang, id))
      }
      const { picture, film, live } = arrivedFiles.current
      keepFiles({
        picture: picture === sentFiles.picture ? null : picture,
        film: film === sentFiles.film ? null : film,
        live: live === sentFiles.live ? null : live,
      })
      const shown = form.getValues()
      const later = names.filter((name) => shown[name] !== sent[name]).map((name) => [name, shown[name]])
      typed.reset({ ...valuesOf(after), ...Object.fromEntries(later) })
      onChange(after)
      setDone(t.saved)
    } catch (error) {
      refused(error, focus)
    }
  }

  /** Checks the form and saves it, after the save that is under way. */
  function submit(sentFiles: Files, event?: FormEvent) {
    const sent = form.getValues()
    const focus = event !== undefined
    return form.handleSubmit(
      (checked) => {
        last.current = last.current.then(() => store(checked, sent, sentFiles, focus))
        return last.current
      },
      (errors) => {
        const first = names.find((name) => errors[name])
        if (focus && first) form.setFocus(first)
      },
    )(event)
  }

  function keepFiles(now: Files) {
    arrivedFiles.current = now
    setFiles(now)
  }

  /** Saves the draft with a new file. If the form has an error, the file waits for the next time it is saved. */
  async function arrived(file: Partial<Files>) {
    keepFiles({ ...arrivedFiles.current, ...file })
    await submit(arrivedFiles.current)
  }

  function discard() {
    setFailed({ message: '', focused: false })
    typed.reset(saved)
  }

  return (
    <>
      {outdated.length > 0 ? (
        <Notice kind="alarm" title={t.keptOutdated}>
          <p>{t.keptOutdatedHint}</p>
          <Diff
            rows={outdated.map((name) => ({
              name,
              label: name === 'price' ? t.fields.price(currency) : t.fields[name],
              before: saved[name],
              after: values[name],
            }))}
            empty={t.emptyText}
          />
        </Notice>
      ) : (
        typed.isKept && (
          <Notice title={t.kept}>
            <p>{t.keptHint}</p>
          </Notice>
        )
      )}
      {failed.message && (
        <Notice kind="alarm" focused={failed.focused}>
          {failed.message}
        </Notice>
      )}
      <section className={editing.section} aria-labelledby="picture">
        <h3 id="picture">{isPage ? t.portrait : t.picture}</h3>
        <PictureField
          limit={limits.picture}
          words={
            draft?.removesPortrait
              ? { ...t.portraitField, none: t.removesPortrait }
              : isPage
                ? t.portraitField
                : t.pictureField
          }
          picture={picture?.picture ?? (isPage && !draft?.removesPortrait ? artist.portrait : null)}
          state={picture?.pictureState ?? 'NONE'}
          error={fileErrors.picture}
          film={draft?.film?.width ? video : undefined}
          live={live}
          onUploaded={(upload) => void arrived({ picture: upload })}
          onBusy={setSendingPicture}
        />
        {isPage && (draft?.picture || draft?.removesPortrait) && !sending && (
          <p>
            <Button kind="text" onClick={() => void submit({ ...noFiles, drop: 'portrait' })}>
              {t.keepPortrait}
            </Button>
          </p>
        )}
        {isPage && artist.portrait && !draft?.removesPortrait && !sending && (
          <p>
            <Button kind="text" onClick={() => void submit({ ...noFiles, drop: 'shownPortrait' })}>
              {t.removePortrait}
            </Button>
          </p>
        )}
      </section>
      {!isPage && (
        <section className={editing.section} aria-labelledby="film">
          <h3 id="film">{t.film}</h3>
          <FilmField
            limit={limits.film}
            film={draft?.film ?? null}
            picture={picture?.picture ?? null}
            label={values.alt || values.title || t.film}
            video={video}
            error={fileErrors.film}
            onUploaded={(film) => void arrived({ film })}
            onRemove={() => void submit({ ...arrivedFiles.current, film: null, drop: 'film' })}
            onBusy={setSendingFilm}
          />
        </section>
      )}
      {!isPage && (
        <section className={editing.section} aria-labelledby="live">
          <h3 id="live">{t.live}</h3>
          <LiveField
            limit={limits.page}
            live={live}
            draft={id}
            onRepeated={(after) => {
              setRepeats((times) => times + 1)
              onChange(after)
            }}
            picture={picture?.picture ?? null}
            title={values.title || t.untitled}
            error={fileErrors.live}
            onUploaded={(upload) => void arrived({ live: upload })}
            onRemove={() => void submit({ ...arrivedFiles.current, live: null, drop: 'live' })}
            onBusy={setSendingLive}
          />
        </section>
      )}
      <form className={editing.form} onSubmit={(event) => submit(files, event)} noValidate>
        {isPage ? (
          <ProfileFields hasPortrait={Boolean(draft?.picture)} field={typed.field} />
        ) : (
          <Fields categories={categories} currency={currency} field={typed.field} />
        )}
        <div ref={buttons} className={editing.buttons}>
          <Button type="submit" busy={form.formState.isSubmitting}>
            {t.save}
          </Button>
          {unsaved.length > 0 && (
            <Button kind="text" onClick={discard}>
              {t.discard}
            </Button>
          )}
          <output className={editing.quiet}>
            {uploaded ? t.arrived : dirty ? t.unsaved : done || (draft ? t.allSaved : '')}
          </output>
        </div>
      </form>
      <Preview>
        {isPage ? (
          <ShownPage
            name={artist.name}
            values={values}
            portrait={draft?.removesPortrait ? null : (picture?.picture ?? artist.portrait)}
          />
        ) : (
          <Shown
            artist={artist.name}
            values={values}
            picture={picture?.picture ?? null}
            film={draft?.film ?? null}
            live={live}
            currency={currency}
          />
        )}
      </Preview>
      {draft && (
        <Submit
          draft={draft}
          blocked={sending ? t.uploadFirst : dirty ? t.saveFirst : ''}
          onChange={onChange}
          onRefused={refused}
        />
      )}
      {draft?.state === 'DRAFT' && <Delete lang={lang} draft={draft} />}
    </>
  )
}

function Preview({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <section className={editing.section} aria-labelledby="preview">
      <h3 id="preview">{t.preview}</h3>
      <div>
        <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t.hidePreview : t.showPreview}
        </Button>
      </div>
      {open && children}
    </section>
  )
}

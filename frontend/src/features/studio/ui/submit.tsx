'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import * as t from '@/messages/studio'
import { Ask } from '@/ui/ask'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { TextArea } from '@/ui/text-area'
import { problemOf, useDelete, useSubmit } from '../calls'
import { type Draft, studioHref } from '../model'

interface SubmitProps {
  draft: Draft
  /** Why it can't be submitted yet; empty if it can. */
  blocked: string
  onChange: (draft: Draft) => void
  onRefused: (error: unknown) => void
}

/** Hands a draft to the gallery. */
export function Submit({ draft, blocked, onChange, onRefused }: SubmitProps) {
  const [submit, { loading }] = useSubmit()
  const [comment, setComment] = useState('')
  async function send() {
    if (blocked) return
    try {
      const { data } = await submit({ variables: { id: draft.id, version: draft.version, comment } })
      if (data) onChange(data.submitDraft)
    } catch (error) {
      onRefused(error)
    }
  }
  return (
    <section className={editing.section} aria-labelledby="submit">
      <h3 id="submit">{t.submitHeading}</h3>
      <p>{draft.kind === 'PROFILE' ? t.submitPageHint : t.submitHint}</p>
      <div className={editing.form}>
        <TextArea
          label={t.comment}
          hint={t.commentHint}
          name="comment"
          maxLength={5000}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
        <div className={editing.buttons}>
          <Button busy={loading} aria-disabled={blocked !== ''} onClick={send}>
            {draft.kind === 'PROFILE' ? t.submitPage : t.submit}
          </Button>
          <output className={editing.quiet}>{blocked}</output>
        </div>
      </div>
    </section>
  )
}

/** Deletes a draft that nobody else has seen, after a question. */
export function Delete({ lang, draft }: { lang: string; draft: Draft }) {
  const router = useRouter()
  const [remove] = useDelete()
  async function confirm() {
    try {
      await remove({ variables: { id: draft.id, version: draft.version } })
      router.push(studioHref(lang))
    } catch (error) {
      return problemOf(error).message
    }
  }
  return (
    <Ask
      label={t.deleteDraft}
      kind="text"
      title={t.deleteQuestion}
      action={t.confirmDelete}
      back={t.cancel}
      onConfirm={confirm}
    >
      <p>{t.deleteMeaning}</p>
    </Ask>
  )
}

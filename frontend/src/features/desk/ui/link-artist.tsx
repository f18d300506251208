'use client'

import { useState } from 'react'
import { useDefinedForm } from '@/lib/form'
import * as t from '@/messages/desk-accounts'
import { ConfirmedForm } from '@/ui/confirmed-form'
import { editing } from '@/ui/editing'
import { Field } from '@/ui/field'
import { linkArtist } from '../accounts-calls'
import { linkForm } from '../link-form'
import styles from './desk.module.css'

interface LinkArtistProps {
  id: string
  /** What the page calls the account. */
  account: string
  onLinked: () => void
}

/** Links an artist to an account. It names the artist before anything is sent. */
export function LinkArtist({ id, account, onLinked }: LinkArtistProps) {
  const [done, setDone] = useState('')
  const form = useDefinedForm(linkForm, undefined, {
    confirmed: true,
    send: ({ artist }) => linkArtist(artist.id, id),
    onDone: (_, { artist }) => {
      setDone(t.linked(artist.name))
      form.form.reset()
      onLinked()
    },
  })
  return (
    <section className={styles.part} aria-labelledby="artist">
      <h3 id="artist">{t.artistTitle}</h3>
      <p className={editing.quiet}>{t.artistMeans}</p>
      <output>{form.checked ? '' : done}</output>
      <ConfirmedForm
        form={form}
        check={t.checkLink}
        back={t.back}
        question={({ artist }) => ({
          title: t.confirmLink(artist.name, account),
          means: null,
          action: t.link,
        })}
      >
        <Field
          label={t.artistNumber}
          hint={t.artistHint}
          inputMode="numeric"
          maxLength={15}
          autoComplete="off"
          {...form.field('artist')}
        />
      </ConfirmedForm>
    </section>
  )
}

'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, NetworkError, wordsOf } from '@/lib/api/error'
import * as t from '@/messages/profile-form'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import type { Problems } from '../form'
import type { ProfileForm as Form, Profile } from '../model'
import { saveProfile, useProfile } from '../store'
import styles from './profile.module.css'

interface ProfileFormProps {
  profile: Profile
  /** The address of an account with an identity is the provider's. */
  emailFixed: boolean
  /** The form's part about an email that waits for confirmation, instead of a line after saving. */
  pendingEmail?: ReactNode
  onSaved: () => void
}

const formOf = ({ firstName, lastName, email }: Profile): Form => ({ firstName, lastName, email })

/** The data of a person that a receipt needs. */
export function ProfileForm({ profile, emailFixed, pendingEmail, onSaved }: ProfileFormProps) {
  // Send only what was changed here; the rest stays as the server stored it.
  const [changes, setChanges] = useState<Partial<Form>>({})
  const form = { ...formOf(profile), ...changes }
  const [problems, setProblems] = useState<Problems>({})
  const [problem, setProblem] = useState('')
  const [emailWaits, setEmailWaits] = useState(false)
  const [checking, setChecking] = useState(false)
  const saving = useProfile((state) => state.updatingProfileLoading) || checking

  /** The form's state, with rules that load when they are first needed. */
  async function checkedForm() {
    setChecking(true)
    try {
      const { check } = await import('../form')
      return check(form)
    } catch {
      setProblem(wordsOf(new NetworkError()))
      return null
    } finally {
      setChecking(false)
    }
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (saving) return
    const checked = await checkedForm()
    if (!checked) return
    const { value, problems: found } = checked
    if (emailFixed && value && value.email !== profile.email) {
      found.email = t.emailFixed(profile.email)
    }
    setProblems(found)
    setProblem('')
    if (!value || found.email) return
    try {
      await saveProfile(value)
      setChanges({})
      setEmailWaits(useProfile.getState().profile?.email !== value.email)
      onSaved()
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) setProblems(error.details)
      setProblem(wordsOf(error))
    }
  }

  const field = (name: keyof Form) => ({
    name,
    value: form[name],
    error: problems[name],
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setChanges((before) => ({ ...before, [name]: target.value }))
      setProblems((before) => ({ ...before, [name]: undefined }))
    },
  })

  return (
    <form onSubmit={save} noValidate className={styles.form}>
      <div className={styles.names}>
        <Field label={t.firstName} autoComplete="given-name" required {...field('firstName')} />
        <Field label={t.lastName} autoComplete="family-name" required {...field('lastName')} />
      </div>
      <Field
        label={t.email}
        type="email"
        autoComplete="email"
        required
        hint={emailFixed ? t.yourLoginEmail : t.emailHint}
        {...field('email')}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={saving}>
          {t.save}
        </Button>
        {problem && <p role="alert">{problem}</p>}
      </div>
      {pendingEmail ?? (emailWaits && <output>{t.emailWaits}</output>)}
    </form>
  )
}

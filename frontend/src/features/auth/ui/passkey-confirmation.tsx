'use client'

import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { wordsOf } from '@/lib/api/error'
import { queryClient, useRead } from '@/lib/query'
import * as t from '@/messages/security'
import { Button, buttonClass } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Field } from '@/ui/field'
import { Link } from '@/ui/link'
import { Skeleton } from '@/ui/skeleton'
import { passkeysQuery } from '../passkey-queries'
import { confirmWithCode, confirmWithPasskey, passkeyProblem } from '../passkeys'
import styles from './sessions.module.css'

/** Confirms with a passkey, or with a recovery code. If an account needs a passkey and has none, it links to the page that adds one. */
export function PasskeyConfirmation({ lang, onDone }: { lang: string; onDone: () => void }) {
  const { data, problem, read } = useRead({ ...passkeysQuery, refetchInterval: false })
  const passkey = useMutation({ mutationFn: confirmWithPasskey, onSuccess: onDone }, queryClient)
  const code = useMutation({ mutationFn: confirmWithCode, onSuccess: onDone }, queryClient)

  function sendCode(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!code.isPending) code.mutate(String(new FormData(event.currentTarget).get('code')))
  }

  if (problem) return <Failure problem={problem} retry={read} />
  if (!data) return <Skeleton height="6rem" />
  if (data.items.length === 0)
    return (
      <>
        <p>{t.needsPasskey}</p>
        <Link href={`/${lang}/profile/security/`} target="_blank" className={buttonClass()}>
          {t.addPasskey}
        </Link>
      </>
    )
  return (
    <>
      {passkey.error && <Failure problem={passkeyProblem(passkey.error)} />}
      <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
        {t.confirmWithPasskey}
      </Button>
      <form onSubmit={sendCode} className={styles.form}>
        <Field
          name="code"
          label={t.recoveryCode}
          hint={t.recoveryCodeHint}
          error={code.error ? wordsOf(code.error) : undefined}
          required
          maxLength={60}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" kind="quiet" busy={code.isPending}>
          {t.useRecoveryCode}
        </Button>
      </form>
    </>
  )
}

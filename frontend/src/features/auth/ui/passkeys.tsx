'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queryClient, useRead } from '@/lib/query'
import { formatDate } from '@/lib/time'
import * as t from '@/messages/security'
import { Button } from '@/ui/button'
import { CopyButton } from '@/ui/copy-button'
import { Failure } from '@/ui/failure'
import { Field } from '@/ui/field'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { passkeysQuery } from '../passkey-queries'
import { addPasskey, passkeyProblem, removePasskey, replaceRecoveryCodes } from '../passkeys'
import styles from './sessions.module.css'

/** The passkeys of an account, and its recovery codes. */
export function Passkeys() {
  const { data, problem, read } = useRead(passkeysQuery)
  const [codes, setCodes] = useState<string[]>([])
  const change = useMutation(
    {
      mutationFn: async (work: () => Promise<string[]>) => {
        const shown = await work()
        if (shown.length > 0) setCodes(shown)
      },
      onSettled: read,
    },
    queryClient,
  )
  const none = data?.items.length === 0

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('name')).trim()
    if (!name || change.isPending) return
    change.mutate(async () => {
      const shown = await addPasskey(name)
      form.reset()
      return shown
    })
  }

  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">{t.passkeys}</h2>
      <p className={styles.note}>{t.passkeysHint}</p>
      {change.error && <Failure problem={passkeyProblem(change.error)} />}
      {problem && <Failure problem={problem} retry={read} />}
      {data === null && !problem && <Skeleton height="6rem" />}
      {codes.length > 0 && (
        <Notice kind="assent" title={t.saveCodes}>
          <p>{t.saveCodesHint}</p>
          <ul role="list" className={styles.codes} aria-label={t.recoveryCodes}>
            {codes.map((code) => (
              <li key={code} className="mono">
                {code}
              </li>
            ))}
          </ul>
          <CopyButton text={codes.join('\n')} label={t.copyCodes} />
          <Button kind="text" onClick={() => setCodes([])}>
            {t.codesSaved}
          </Button>
        </Notice>
      )}
      {data && !none && (
        <ul role="list" className={styles.list}>
          {data.items.map(({ id, name, addedAt, usedAt }) => (
            <li key={id} className={styles.row}>
              <div>
                <h3 className={styles.device}>
                  <bdi>{name}</bdi>
                </h3>
                <p className={styles.note}>
                  {t.added(formatDate(addedAt))}
                  {' · '}
                  {usedAt ? t.usedOn(formatDate(usedAt)) : t.neverUsed}
                </p>
              </div>
              <Button
                kind="text"
                busy={change.isPending}
                aria-label={t.removePasskey(name)}
                onClick={() => change.mutate(() => removePasskey(id).then(() => []))}
              >
                {t.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data && (
        <form onSubmit={add} className={styles.form}>
          <Field
            name="name"
            label={t.passkeyName}
            hint={t.passkeyNameHint}
            required
            maxLength={60}
            autoComplete="off"
          />
          <Button type="submit" kind="quiet" busy={change.isPending}>
            {t.addPasskey}
          </Button>
        </form>
      )}
      {data && !none && (
        <p className={styles.note}>
          {t.codesLeft(data.recoveryCodes)}{' '}
          <Button kind="text" busy={change.isPending} onClick={() => change.mutate(replaceRecoveryCodes)}>
            {t.replaceCodes}
          </Button>
        </p>
      )}
    </section>
  )
}

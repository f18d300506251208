'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, wordsOf } from '@/lib/api/error'
import { useLinkSecret } from '@/lib/link-secret'
import { queryClient } from '@/lib/query'
import * as t from '@/messages/email-settings'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import styles from '@/ui/link-page.module.css'
import { Notice } from '@/ui/notice'
import { readStopLink, stopEmails } from '../calls'

/** The page of the link "Stop these emails". Opening it changes nothing: programs that check mails open links, too. */
export function StopEmails({ lang }: { lang: string }) {
  const secret = useLinkSecret()
  return (
    <div className={styles.page} data-private>
      {secret === null ? <Invalid lang={lang} /> : <Stop key={secret} lang={lang} secret={secret ?? ''} />}
    </div>
  )
}

const Security = ({ lang }: { lang: string }) => (
  <Link href={`/${lang}/profile/security/#emails`}>{t.security}</Link>
)

function Invalid({ lang }: { lang: string }) {
  return (
    <>
      <h1>{t.linkInvalid}</h1>
      <p>
        {t.linkInvalidHint} <Security lang={lang} />.
      </p>
    </>
  )
}

function Stop({ lang, secret }: { lang: string; secret: string }) {
  const key = ['email-settings', 'link', secret]
  const { data, error, refetch } = useQuery(
    {
      queryKey: key,
      queryFn: () => readStopLink(secret),
      enabled: secret !== '',
      refetchOnWindowFocus: false,
    },
    queryClient,
  )
  const stop = useMutation(
    {
      mutationFn: () => stopEmails(secret),
      onSuccess: (setting) => queryClient.setQueryData(key, setting),
    },
    queryClient,
  )
  if (error instanceof ApiError && error.status === 404) return <Invalid lang={lang} />
  if (!data)
    return (
      <>
        <h1>{t.title}</h1>
        {error ? (
          <Notice kind="alarm" title={wordsOf(error)}>
            <Button kind="text" onClick={() => void refetch()}>
              {t.tryAgain}
            </Button>
          </Notice>
        ) : (
          <output>{t.loading}</output>
        )}
      </>
    )
  if (!data.wanted)
    return (
      <>
        <h1 tabIndex={-1} ref={(element) => element?.focus()}>
          {t.stopped}
        </h1>
        <p>{t.stoppedHint[data.kind]}</p>
        <p className={styles.quiet}>
          {t.switchOn} <Security lang={lang} />.
        </p>
      </>
    )
  return (
    <>
      <h1>{t.questions[data.kind]}</h1>
      <p>{t.effects[data.kind]}</p>
      {stop.error && (
        <Notice kind="alarm" title={wordsOf(stop.error)}>
          <p>{t.nothingHasChanged}</p>
        </Notice>
      )}
      <div className={styles.actions}>
        <Button busy={stop.isPending} onClick={() => stop.mutate()}>
          {t.stop}
        </Button>
      </div>
      <p className={styles.quiet}>{t.others}</p>
    </>
  )
}

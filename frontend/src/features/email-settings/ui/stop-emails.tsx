'use client'

import { useMutation } from '@tanstack/react-query'
import { wordsOf } from '@/lib/api/error'
import { useLinkSecret } from '@/lib/link-secret'
import { useLinked } from '@/lib/linked'
import { queryClient } from '@/lib/query'
import * as t from '@/messages/email-settings'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import { InvalidLink, LinkPage, LoadingLink, Outcome, Unchanged } from '@/ui/link-page'
import styles from '@/ui/link-page.module.css'
import { readStopLink, stopEmails } from '../calls'

/** The page of the link "Stop these emails". Opening it changes nothing, because mail scanners open links, too. */
export function StopEmails({ lang }: { lang: string }) {
  const secret = useLinkSecret()
  return (
    <LinkPage>
      {secret === null ? <Invalid lang={lang} /> : <Stop key={secret} lang={lang} secret={secret ?? ''} />}
    </LinkPage>
  )
}

const Security = ({ lang }: { lang: string }) => (
  <Link href={`/${lang}/profile/security/#emails`}>{t.security}</Link>
)

const Invalid = ({ lang }: { lang: string }) => (
  <InvalidLink>
    {t.linkInvalidHint} <Security lang={lang} />.
  </InvalidLink>
)

function Stop({ lang, secret }: { lang: string; secret: string }) {
  const { data, problem, isInvalid, refetch, setData } = useLinked('email-settings', secret, readStopLink)
  const stop = useMutation({ mutationFn: () => stopEmails(secret), onSuccess: setData }, queryClient)
  if (isInvalid) return <Invalid lang={lang} />
  if (!data) return <LoadingLink title={t.title} loading={t.loading} problem={problem} retry={refetch} />
  if (!data.wanted)
    return (
      <>
        <Outcome>{t.stopped}</Outcome>
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
      {stop.error && <Unchanged problem={wordsOf(stop.error)} />}
      <div className={styles.actions}>
        <Button busy={stop.isPending} onClick={() => stop.mutate()}>
          {t.stop}
        </Button>
      </div>
      <p className={styles.quiet}>{t.others}</p>
    </>
  )
}

'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, wordsOf } from '@/lib/api/error'
import { secretOf, useLinkSecret } from '@/lib/link-secret'
import { useLinked } from '@/lib/linked'
import { queryClient } from '@/lib/query'
import { loginHref, registerHref } from '@/lib/session/links'
import { useSession } from '@/lib/session/use-session'
import { sessionStore } from '@/lib/storage'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/gift'
import { Button } from '@/ui/button'
import { ButtonLink, Link } from '@/ui/link'
import { InvalidLink, LinkPage, LoadingLink, Outcome, Unchanged } from '@/ui/link-page'
import page from '@/ui/link-page.module.css'
import { acceptGift, type LinkedGift as Gift, readLinked } from '../calls'
import styles from './linked-gift.module.css'

/** Where the secret is kept while the person logs in. It is stored nowhere else. */
const keptUnder = 'vitrine.gift'

/** The page of the link that the recipient of a gift got by email. Opening it changes nothing. */
export function LinkedGift({ lang }: { lang: string }) {
  const secret = useLinkSecret()
  useEffect(() => {
    const kept = secretOf(sessionStore.getItem(keptUnder) ?? '')
    sessionStore.removeItem(keptUnder)
    // After a login, put the fragment back into the address, so that a reload works.
    if (kept && !location.hash) location.replace(`#${kept}`)
  }, [])
  return (
    <LinkPage>
      {secret === null ? <Invalid /> : <Linked key={secret} lang={lang} secret={secret ?? ''} />}
    </LinkPage>
  )
}

const Invalid = () => <InvalidLink>{t.linkInvalidHint}</InvalidLink>

function Linked({ lang, secret }: { lang: string; secret: string }) {
  const session = useSession()
  const [openedAt] = useState(() => Date.now())
  const [mine, setMine] = useState(false)
  const { data, problem, isInvalid, refetch, setData } = useLinked('gift', secret, readLinked)
  const accept = useMutation(
    {
      mutationFn: () => acceptGift(secret),
      onSuccess: (gift) => {
        setData(gift)
        setMine(true)
      },
      // Someone accepted it, or it was cancelled, in the meantime.
      onError: (failed) => failed instanceof ApiError && failed.code === 'gift_ended' && refetch(),
    },
    queryClient,
  )
  if (isInvalid) return <Invalid />
  if (!data) return <LoadingLink title={t.title} loading={t.loading} problem={problem} retry={refetch} />
  if (data.status !== 'waiting') return <Ended lang={lang} gift={data} mine={mine} />
  const back = `/${lang}/gift/`
  const leave = (href: string) => {
    sessionStore.setItem(keptUnder, secret)
    location.assign(href)
  }
  const anonymous = session.status === 'anonymous'
  const waits = !!data.acceptFrom && Date.parse(data.acceptFrom) > openedAt
  return (
    <>
      <h1>{t.title}</h1>
      <Work gift={data} />
      <p>{t.whatItMeans}</p>
      {waits && <p>{t.acceptFrom(formatDateTime(data.acceptFrom ?? ''))}</p>}
      {accept.error && <Unchanged problem={problemOf(accept.error)} />}
      {anonymous && <p className={page.quiet}>{t.loginHint}</p>}
      <div className={page.actions}>
        {anonymous ? (
          <>
            <Button onClick={() => leave(loginHref(lang, back))}>{t.logIn}</Button>
            <Button kind="quiet" onClick={() => leave(registerHref(lang, back))}>
              {t.register}
            </Button>
          </>
        ) : (
          <Button
            busy={accept.isPending}
            disabled={session.status !== 'member' || waits}
            onClick={() => accept.mutate()}
          >
            {t.accept}
          </Button>
        )}
      </div>
    </>
  )
}

const problemOf = (error: unknown) =>
  error instanceof ApiError && error.code === 'email_unverified' ? t.unverified : wordsOf(error)

/** The work, the giver and their message. */
function Work({ gift }: { gift: Gift }) {
  const { imageUrl, artworkTitle, artistName, editionNumber, editionSize, from, message } = gift
  return (
    <figure className={styles.work}>
      {imageUrl && <img src={imageUrl} alt="" />}
      <figcaption>
        <p className={styles.title}>
          <em>
            <bdi>{artworkTitle}</bdi>
          </em>{' '}
          {t.by} <bdi>{artistName}</bdi>,{' '}
          <span className="figures">{t.editionOf(editionNumber, editionSize)}</span>
        </p>
        {message && (
          <blockquote dir="auto" className={styles.message}>
            {message}
          </blockquote>
        )}
        <p className={page.quiet}>{t.from(from)}</p>
      </figcaption>
    </figure>
  )
}

function Ended({ lang, gift, mine }: { lang: string; gift: Gift; mine: boolean }) {
  if (gift.status === 'waiting') return null
  const [heading, hint] = mine ? [t.yours, t.yoursHint] : t.ended[gift.status]
  return (
    <>
      <Outcome>{heading}</Outcome>
      {gift.status === 'accepted' && <Work gift={gift} />}
      <p>{hint}</p>
      <div className={page.actions}>
        {gift.status === 'accepted' && (
          <ButtonLink href={`/${lang}/profile/collection/`}>{t.collection}</ButtonLink>
        )}
        <Link href={`/${lang}/artworks/${gift.artworkSlug}/?edition=${gift.editionNumber}`}>
          {t.viewWork}
        </Link>
      </div>
    </>
  )
}

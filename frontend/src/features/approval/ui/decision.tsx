'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { hasStatus, wordsOf } from '@/lib/api/error'
import { useRead } from '@/lib/query'
import { loginHref } from '@/lib/session/links'
import { needsStepUp } from '@/lib/session/step-up'
import { useSession } from '@/lib/session/use-session'
import { sessionStore } from '@/lib/storage'
import { formatDateTime } from '@/lib/time'
import { messages } from '@/messages/approval'
import { Button } from '@/ui/button'
import { Failure } from '@/ui/failure'
import { Link } from '@/ui/link'
import styles from '@/ui/link-page.module.css'
import { Notice } from '@/ui/notice'
import { type Approval, approve, reject, type Source } from '../calls'
import { followUpOf, headingOf, outcomeOf, requestOf, secretOf } from '../model'
import { approvalQuery } from '../queries'
import { Details } from './details'
import { CancelledWorks, Works } from './work'

interface DecisionProps {
  lang: string
  /** The page's own address, to return to after the login. */
  path: string
  /** The heading until the request is loaded. */
  title: string
}

/** Where the secret is kept while the person logs in. It is stored nowhere else. */
const keptUnder = 'vitrine.approval'

/** The request in the address: the secret of an emailed link, or an id from the approvers' list. */
function sourceOf(): Source | null {
  const kept = sessionStore.getItem(keptUnder)
  sessionStore.removeItem(keptUnder)
  const secret = secretOf(location.hash) ?? secretOf(kept ?? '')
  if (secret) {
    // After a login, put the fragment back into the address, so that a reload works.
    if (!location.hash) history.replaceState(null, '', `#${secret}`)
    return { secret }
  }
  const request = requestOf(location.search)
  return request ? { request } : null
}

/** The page of an emailed link, or of a request in the approvers' list. */
export function Decision(props: DecisionProps) {
  const [source, setSource] = useState<Source | null | undefined>(undefined)
  useEffect(() => {
    const take = () => setSource(sourceOf())
    queueMicrotask(take)
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  if (source === undefined) return <Loading title={props.title} />
  if (source === null) return <Invalid {...props} />
  return <Request key={JSON.stringify(source)} {...props} source={source} />
}

function Request(props: DecisionProps & { source: Source }) {
  const { lang, path, title, source } = props
  const session = useSession()
  const byId = 'request' in source
  const anonymous = session.status === 'anonymous'
  const {
    data: answer,
    problem,
    read: look,
  } = useRead({ ...approvalQuery(source), enabled: !byId || session.status === 'member' })

  function logIn() {
    if ('secret' in source) sessionStore.setItem(keptUnder, source.secret)
    location.assign(loginHref(lang, byId ? `${path}?request=${source.request}` : path))
  }

  if (byId && anonymous) {
    return (
      <Frame title={title}>
        <p>{messages.logInToSee}</p>
        <div className={styles.actions}>
          <Button onClick={logIn}>{messages.logIn}</Button>
        </div>
      </Frame>
    )
  }
  if (!answer) {
    return problem ? (
      <Frame title={title}>
        <Failure problem={problem} retry={look} />
      </Frame>
    ) : (
      <Loading title={title} />
    )
  }
  if ('refused' in answer) {
    if (answer.refused === 404) return <Invalid {...props} />
    return (
      <Frame title={title}>
        <Notice kind="alarm">{answer.problem}</Notice>
      </Frame>
    )
  }
  return <Shown {...props} approval={answer} look={look} logIn={logIn} unread={problem} />
}

interface ShownProps extends DecisionProps {
  source: Source
  approval: Approval
  look: () => Promise<void>
  logIn: () => void
  /** Why the request could not be loaded again. */
  unread: string
}

/** The request, and either its outcome or the two buttons. */
function Shown({ lang, source, approval: loaded, look, logIn, unread }: ShownProps) {
  const session = useSession()
  /** The server's response to a decision, until the request is loaded again. */
  const [decided, setDecided] = useState<Approval | null>(null)
  const [problem, setProblem] = useState('')
  /** The request is for a different account than the one that is logged in. */
  const [stranger, setStranger] = useState(false)
  const [busy, setBusy] = useState(false)
  const approval = decided && !outcomeOf(loaded) ? decided : loaded

  async function decide(work: (of: Source) => Promise<Approval>) {
    setBusy(true)
    setProblem('')
    setStranger(false)
    try {
      setDecided(await work(source))
      // The outcome is at the top, and the buttons are below a list of works.
      scrollTo({ top: 0 })
    } catch (error) {
      setProblem(wordsOf(error))
      setStranger(hasStatus(error, 403) && !needsStepUp(error))
    }
    // Another person may have decided first, or it has expired.
    await look()
    setBusy(false)
  }

  const outcome = outcomeOf(approval)
  return (
    <Frame title={headingOf(approval)}>
      {outcome && <Outcome lang={lang} approval={approval} outcome={outcome} />}
      <Works works={approval.works} />
      <CancelledWorks approval={approval} />
      <Details details={approval.details} />
      {(problem || unread) && <Notice kind="alarm">{problem || unread}</Notice>}
      {stranger && (
        <p>
          {messages.logOutFirst.before}
          <Link href={`/${lang}/profile/`}>{messages.logOutFirst.link}</Link>
          {messages.logOutFirst.after}
        </p>
      )}
      {!outcome && (
        <>
          <p className={styles.quiet}>
            {approval.asks === 'approver' && `${messages.secondPerson} `}
            {messages.expires}
            <time dateTime={approval.expiresAt}>{formatDateTime(approval.expiresAt)}</time>.{' '}
            {messages.openingDecidesNothing}
          </p>
          {session.status === 'anonymous' && <p>{messages.logInToApprove}</p>}
          <div className={styles.actions}>
            <Button
              busy={busy}
              disabled={session.status === 'unknown'}
              onClick={session.status === 'member' ? () => decide(approve) : logIn}
            >
              {messages.approve}
            </Button>
            <Button kind="quiet" busy={busy} onClick={() => decide(reject)}>
              {messages.reject}
            </Button>
          </div>
        </>
      )}
    </Frame>
  )
}

interface OutcomeProps {
  lang: string
  approval: Approval
  outcome: { title: string; text: string }
}

function Outcome({ lang, approval, outcome }: OutcomeProps) {
  const { status, asks, expiresAt, decidedAt, outcomeAt, transactionHash } = approval
  const [follow, followed] = followUpOf(approval)
  return (
    <>
      <Notice title={outcome.title}>
        <p>{outcome.text}</p>
        {status === 'expired' ? (
          <p className={styles.quiet}>{messages.wasOpenUntil(formatDateTime(expiresAt))}</p>
        ) : (
          decidedAt && <p className={styles.quiet}>{messages.decided(formatDateTime(decidedAt))}</p>
        )}
        {approval.outcome === 'completed' && outcomeAt && (
          <p className={styles.quiet}>{messages.settled(formatDateTime(outcomeAt))}</p>
        )}
        {transactionHash && (
          <p className={styles.quiet}>
            {messages.transaction} <code>{transactionHash}</code>
          </p>
        )}
      </Notice>
      {asks === 'owner' && (
        <p>
          <Link href={`/${lang}/profile/${follow}`}>{followed}</Link>
        </p>
      )}
    </>
  )
}

function Invalid({ lang, title }: DecisionProps) {
  return (
    <Frame title={title}>
      {messages.invalid.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>
        {messages.seeProfile.before}
        <Link href={`/${lang}/profile/approvals/`}>{messages.seeProfile.link}</Link>
        {messages.seeProfile.after}
      </p>
    </Frame>
  )
}

function Loading({ title }: { title: string }) {
  return (
    <Frame title={title}>
      <output>{messages.opening}</output>
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page} data-private>
      <h1>{title}</h1>
      {children}
    </div>
  )
}

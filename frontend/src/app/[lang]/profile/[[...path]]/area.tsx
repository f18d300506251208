'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { YourData } from '@/features/account/ui/lazy'
import { Log } from '@/features/approval/ui/log'
import { OwnRequests } from '@/features/approval/ui/own-requests'
import { SignRequests } from '@/features/approval/ui/sign-requests'
import { Waiting } from '@/features/approval/ui/waiting'
import { LogInFirst } from '@/features/auth/ui/log-in-first'
import { LogOut } from '@/features/auth/ui/log-out'
import { Passkeys } from '@/features/auth/ui/passkeys'
import { Sessions } from '@/features/auth/ui/sessions'
import { Wallets } from '@/features/auth/ui/wallets'
import { Orders } from '@/features/checkout/ui/orders'
import { PendingLink } from '@/features/checkout/ui/pending-link'
import { Collection } from '@/features/collection/ui/collection'
import { Thumbnail } from '@/features/collection/ui/thumbnail'
import { Withdrawals } from '@/features/collection/ui/withdrawals'
import { pendingChanged } from '@/features/email-change/queries'
import { PendingChange } from '@/features/email-change/ui/pending-change'
import { notify } from '@/features/notifications/store'
import { Payouts } from '@/features/payout/ui/lazy'
import {
  type DeskContent,
  type DeskPage,
  mayUseDesk,
  orderHref,
  type Section,
  sectionHref,
} from '@/features/profile/sections'
import { loadProfile } from '@/features/profile/store'
import { Avatar } from '@/features/profile/ui/avatar'
import { Navigation } from '@/features/profile/ui/navigation'
import { Payout } from '@/features/profile/ui/payout'
import { ProfileForm } from '@/features/profile/ui/profile-form'
import { Verification } from '@/features/profile/ui/verification'
import { type Buyer, useBuyer } from '@/features/profile/use-buyer'
import { Studio } from '@/features/studio/ui/lazy'
import * as t from '@/messages/profile'
import { Button } from '@/ui/button'
import { Link } from '@/ui/link'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { visuallyHidden } from '@/ui/visually-hidden'
import styles from './area.module.css'
import { Saved } from './saved'

/** The desk, loaded for staff only. */
const Desk = dynamic(() => import('./desk').then((module) => module.Desk), {
  ssr: false,
  loading: () => <Skeleton height="18rem" />,
})
const EmailSettings = dynamic(() =>
  import('@/features/email-settings/ui/email-settings').then((module) => module.EmailSettings),
)
const PushSetting = dynamic(() =>
  import('@/features/reminder/ui/push-setting').then((module) => module.PushSetting),
)
const PublicPage = dynamic(() => import('./public-page').then((module) => module.PublicPage))
const Order = dynamic(() => import('./order').then((module) => module.Order))

/** Switching emails off removes reminders on the server, so those on this page are read again. */
const forgetReminders = async () => {
  const { nothing, useReminders } = await import('@/features/reminder/store')
  useReminders.setState(nothing)
}

const saved = () => notify({ key: 'profile', kind: 'assent', message: t.saved })
const reportFailedLogout = (message: string) => notify({ key: 'logout', kind: 'alarm', message })

/** What an address refers to. */
interface Shown {
  section: Section
  order?: string
  /** The drop whose phases staff look at; empty for all drops. */
  drop?: string
  content?: DeskContent
  page?: DeskPage
  /** The draft of the studio; empty for all drafts. */
  draft?: string
  /** The submission that staff review; empty for all of them. */
  submission?: string
}

/** The address of the current view, to return to after a login. */
function hereOf(lang: string, { section, order, drop, content, page, draft, submission }: Shown) {
  if (draft) return `${sectionHref(lang, 'studio')}${draft}/`
  if (submission !== undefined)
    return `${sectionHref(lang, 'desk')}submissions/${submission && `${submission}/`}`
  if (drop !== undefined) return `${sectionHref(lang, section)}drops/${drop && `${drop}/`}`
  if (page) return `${sectionHref(lang, 'desk')}${page.name}/${page.id ? `${page.id}/` : ''}`
  if (content)
    return `${sectionHref(lang, 'desk')}content/${content.folder}/${content.id ? `${content.id}/` : ''}`
  if (!order) return sectionHref(lang, section)
  return section === 'orders' ? orderHref(lang, order) : `${sectionHref(lang, section)}orders/${order}/`
}

/** What only its owner sees. */
export function Area({ lang, ...shown }: Shown & { lang: string }) {
  const { section } = shown
  const buyer = useBuyer()
  const { session } = buyer

  if (session.status === 'unknown') return <Skeleton height="12rem" />
  if (section === 'saved' && session.status === 'anonymous') {
    return (
      <div className={styles.content}>
        <Saved lang={lang} anonymous />
      </div>
    )
  }
  if (session.status === 'anonymous') {
    return (
      <div className={styles.content} data-anonymous>
        <LogInFirst lang={lang} here={hereOf(lang, shown)} />
      </div>
    )
  }
  return (
    <>
      <Navigation lang={lang} section={section} roles={session.user?.roles} />
      <div className={styles.content}>
        {buyer.resendVerificationAllowed && <Verification email={buyer.identityUser?.email ?? ''} />}
        <PendingLink lang={lang} />
        <Content key={session.user?.sub} lang={lang} buyer={buyer} {...shown} />
      </div>
    </>
  )
}

interface ContentProps extends Shown {
  lang: string
  buyer: Buyer
}

function Content({ lang, buyer, ...shown }: ContentProps): ReactNode {
  const { section, order, draft } = shown
  switch (section) {
    case 'collection':
      return (
        <>
          <h2 className={visuallyHidden}>{t.worksYouOwn}</h2>
          <Own lang={lang} buyer={buyer} />
        </>
      )
    case 'saved':
      return <Saved lang={lang} anonymous={false} />
    case 'public-page':
      return <PublicPage lang={lang} />
    case 'orders':
      if (order) return <Order lang={lang} id={order} bySignature={buyer.bySignature} />
      return (
        <Orders
          lang={lang}
          thumbnail={(artworkId, edition) => <Thumbnail artworkId={artworkId} edition={edition} />}
        />
      )
    case 'withdrawals':
      return (
        <>
          {buyer.bySignature ? <SignRequests /> : <OwnRequests lang={lang} kind="token_withdrawal" />}
          <Withdrawals lang={lang} bySignature={buyer.bySignature} />
        </>
      )
    case 'wallets':
      return (
        <>
          <Wallets />
          <p className={styles.aside}>
            {t.forArtists} <Link href={`/${lang}/profile/payout-wallet/`}>{t.yourPayoutWallet}</Link>.{' '}
            {t.andYourWorks} <Link href={sectionHref(lang, 'studio')}>{t.yourStudio}</Link>.
          </p>
        </>
      )
    case 'security':
      return (
        <>
          <Sessions />
          <Passkeys />
          <EmailSettings
            isArtist={buyer.session.user?.roles?.includes('artist') ?? false}
            onOff={() => void forgetReminders()}
          />
          <PushSetting />
          <YourData />
        </>
      )
    case 'approvals':
      return (
        <>
          {buyer.session.user?.roles?.includes('approver') && <Waiting lang={lang} />}
          {buyer.bySignature && <SignRequests />}
          <OwnRequests lang={lang} />
          <Log />
        </>
      )
    case 'studio':
      return <Studio lang={lang} draft={draft} />
    case 'payouts':
      return <Payouts lang={lang} />
    case 'payout-wallet':
      return (
        <>
          <Payout />
          <OwnRequests lang={lang} kind="payout_wallet_update" />
        </>
      )
    case 'desk':
      if (mayUseDesk(buyer.session.user?.roles))
        return <Desk lang={lang} {...shown} roles={buyer.session.user?.roles} />
      return (
        <p>
          {t.deskIsForStaff} <Link href={`/${lang}/profile/orders/`}>{t.yourOrders}</Link>.
        </p>
      )
    default:
      return <Overview lang={lang} buyer={buyer} />
  }
}

/** The collection. Only accounts without an email address approve by signature. */
function Own({ lang, buyer: { bySignature } }: { lang: string; buyer: Buyer }) {
  return (
    <Collection
      lang={lang}
      bySignature={bySignature}
      approvals={bySignature ? <SignRequests /> : undefined}
    />
  )
}

function Overview({ lang, buyer }: { lang: string; buyer: Buyer }) {
  const { profile, identityUser, problem, session } = buyer
  return (
    <>
      {problem && (
        <Notice kind="alarm" title={problem}>
          <Button kind="text" onClick={buyer.reload}>
            {t.tryAgain}
          </Button>
        </Notice>
      )}
      {profile ? (
        <div>
          <Avatar profile={profile} onSaved={saved} />
          <ProfileForm
            profile={profile}
            emailFixed={identityUser !== null}
            pendingEmail={identityUser ? undefined : <PendingChange onEnded={loadProfile} />}
            onSaved={() => {
              saved()
              if (!identityUser) void pendingChanged()
            }}
          />
        </div>
      ) : (
        !problem && <Skeleton height="16rem" />
      )}
      <LogOut email={identityUser?.email ?? session.user?.email ?? ''} onFailure={reportFailedLogout} />
      <section className={styles.section} aria-labelledby="collection">
        <h2 id="collection">{t.collection}</h2>
        <Own lang={lang} buyer={buyer} />
      </section>
    </>
  )
}

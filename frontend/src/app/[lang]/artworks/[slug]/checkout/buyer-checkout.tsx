'use client'

import { lazy, Suspense } from 'react'
import { gateOf } from '@/features/checkout/model'
import { CheckoutSteps, type Offered } from '@/features/checkout/ui/checkout-steps'
import { useBuyer } from '@/features/profile/use-buyer'
import * as t from '@/messages/checkout'
import { page } from '@/messages/checkout'
import { Button } from '@/ui/button'

// Few buyers need these, and the server renders none of them.
const ProfileForm = lazy(() =>
  import('@/features/profile/ui/profile-form').then((module) => ({ default: module.ProfileForm })),
)
const Verification = lazy(() =>
  import('@/features/profile/ui/verification').then((module) => ({ default: module.Verification })),
)
const WalletLogin = lazy(() =>
  import('@/features/auth/ui/wallet-login').then((module) => ({ default: module.WalletLogin })),
)

/** Joins the buyer's profile and wallet with the checkout. */
export function BuyerCheckout({
  lang,
  artwork,
  termsVersion,
}: {
  lang: string
  artwork: Offered
  termsVersion: string
}) {
  const buyer = useBuyer()
  const { profile, identityUser, problem } = buyer
  const gate = gateOf(buyer)
  const name = profile ? `${profile.firstName} ${profile.lastName}`.trim() : ''
  const email = identityUser?.email ?? profile?.email ?? ''
  return (
    <CheckoutSteps
      lang={lang}
      artwork={artwork}
      termsVersion={termsVersion}
      gate={gate}
      who={gate === 'login' ? [] : [name, email].filter(Boolean)}
      signIn={
        gate === 'login' && (
          <Suspense>
            <WalletLogin onDone={() => undefined} />
          </Suspense>
        )
      }
      todo={
        <Suspense>
          {problem && (
            <>
              <p role="alert">{problem}</p>
              <Button kind="quiet" onClick={buyer.reload}>
                {t.tryAgain}
              </Button>
            </>
          )}
          {gate === 'verify' && <Verification email={email} quiet />}
          {gate === 'profile' && profile && (
            <>
              <p>{page.needsName}</p>
              <ProfileForm profile={profile} emailFixed={identityUser !== null} onSaved={() => undefined} />
            </>
          )}
        </Suspense>
      }
    />
  )
}

'use client'

import dynamic from 'next/dynamic'
import { gateOf } from '@/features/checkout/model'
import { CheckoutSteps, type Offered } from '@/features/checkout/ui/checkout-steps'
import { ProfileForm } from '@/features/profile/ui/profile-form'
import { useBuyer } from '@/features/profile/use-buyer'
import { signInWithEthereum } from '@/messages/auth'
import * as t from '@/messages/checkout'
import { page } from '@/messages/checkout'
import { Button } from '@/ui/button'

// Few buyers need it, and what polls is not in the first load.
const Verification = dynamic(
  () => import('@/features/profile/ui/verification').then((module) => module.Verification),
  { ssr: false },
)

const WalletLogin = dynamic(
  () => import('@/features/auth/ui/wallet-login').then((module) => module.WalletLogin),
  { ssr: false },
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
      signIn={gate === 'login' && <WalletLogin label={signInWithEthereum} onDone={() => undefined} />}
      todo={
        <>
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
        </>
      }
    />
  )
}

'use client'

import { Desk, type Offered } from '@/features/checkout/ui/desk'
import type { Gate } from '@/features/checkout/use-desk'
import { ProfileForm } from '@/features/profile/ui/profile-form'
import { Verification } from '@/features/profile/ui/verification'
import { type Buyer, useBuyer } from '@/features/profile/use-buyer'
import { WalletDialog } from '@/features/wallet/ui/wallet-dialog'
import { Button } from '@/ui/button'

function gateOf({ session, settled, purchaseAllowed, profileComplete }: Buyer): Gate {
  if (session.status === 'anonymous') return 'login'
  if (session.status === 'unknown' || !settled) return 'unknown'
  if (!purchaseAllowed) return 'verify'
  return profileComplete ? 'open' : 'profile'
}

/** Where the buyer and the desk meet. */
export function Counter({
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
    <>
      <Desk
        lang={lang}
        artwork={artwork}
        termsVersion={termsVersion}
        gate={gate}
        who={gate === 'login' ? [] : [name, email].filter(Boolean)}
        todo={
          <>
            {problem && (
              <>
                <p role="alert">{problem}</p>
                <Button kind="quiet" onClick={buyer.reload}>
                  Try again
                </Button>
              </>
            )}
            {gate === 'verify' && <Verification email={email} quiet />}
            {gate === 'profile' && profile && (
              <>
                <p>The receipt and the certificate need your name.</p>
                <ProfileForm profile={profile} emailFixed={identityUser !== null} onSaved={() => undefined} />
              </>
            )}
          </>
        }
      />
      <WalletDialog />
    </>
  )
}

import type { Schemas } from '@/lib/api/client'
import * as t from '@/messages/portrait'

export type Avatar = Schemas['Avatar']

/** A person as the shop knows them. ownerId is the access token's sub. */
export type Profile = Schemas['Profile']

/** The identity provider's record. Accounts that sign in with a wallet have none. */
export type IdentityUser = Schemas['IdentityUser']

/** What a person fills in; checked by form.ts, and by the server again. */
export interface ProfileForm {
  firstName: string
  lastName: string
  email: string
}

const avatarTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Why a file cannot be a portrait, or null. */
export function avatarProblem({ size, type }: { size: number; type: string }): string | null {
  if (!avatarTypes.includes(type)) return t.pictureTypes
  return size > 5 * 1024 * 1024 ? t.pictureTooLarge : null
}

/**
 * Whether an account approves by its wallet's signature: without a verified address there is nowhere to mail a link to.
 * Either word for "verified" counts: a token is older than its account, and the identity user may not be readable.
 */
export const approvesBySignature = (
  identityUser: IdentityUser | null,
  claims: { email_verified?: boolean } | null,
) => !identityUser?.email_verified && !claims?.email_verified

/** What may be done, from what is known. */
export function rightsOf(
  profile: Profile | null,
  identityUser: IdentityUser | null,
  accessToken: string | null,
) {
  const verificationRequired = identityUser !== null
  const emailVerified = verificationRequired && identityUser.email_verified
  const profileComplete = profile?.isProfileCompleted ?? false
  return {
    verificationRequired,
    emailVerified,
    profileComplete,
    fullyActivated: verificationRequired ? profileComplete && emailVerified : profileComplete,
    purchaseAllowed: !verificationRequired || emailVerified,
    resendVerificationAllowed: verificationRequired && !emailVerified && accessToken !== null,
  }
}

import type { Schemas } from '@/lib/api/client'

export type Avatar = Schemas['Avatar']

/** A person's profile. ownerId is the access token's sub. */
export type Profile = Schemas['Profile']

/** The identity provider's record. Accounts that log in with a wallet have none. */
export type IdentityUser = Schemas['IdentityUser']

/** The form of a profile. form.ts checks it, and the server checks it again. */
export interface ProfileForm {
  firstName: string
  lastName: string
  email: string
}

/** "AL", in place of a portrait. */
export const initialsOf = ({ firstName, lastName }: Pick<Profile, 'firstName' | 'lastName'>) =>
  [firstName, lastName].map(([...letters]) => letters[0]?.toUpperCase() ?? '').join('')

/**
 * Whether an account approves with its wallet's signature, because without a verified address there is nowhere to email a link to.
 * Either source for "verified" counts: a token may be older than the verification, and the identity user may not be readable.
 */
export const approvesBySignature = (
  identityUser: IdentityUser | null,
  claims: { email_verified?: boolean } | null,
) => !identityUser?.email_verified && !claims?.email_verified

/** The permissions that follow from what is known. */
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

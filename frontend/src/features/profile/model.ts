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

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The first character of a name with its accents and vowel signs, after quotation marks and the like. */
const initialOf = (name: string) => {
  const [first] = characters.segment(name.replace(/^[^\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]+/u, ''))
  return first?.segment.toUpperCase() ?? ''
}

/** "AL", in place of a portrait. */
export const initialsOf = ({ firstName, lastName }: Pick<Profile, 'firstName' | 'lastName'>) =>
  initialOf(firstName) + initialOf(lastName)

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

import * as z from 'zod/mini'
import '@/lib/api/schema'

export interface Avatar {
  url: string
  width: number
  height: number
}

/** A person as the shop knows them. */
export interface Profile {
  _id: string
  name: string
  email: string
  /** The access token's sub. */
  ownerId: string
  firstName: string
  lastName: string
  isProfileCompleted: boolean
  avatar: Avatar | null
}

/** The identity provider's record; accounts that sign in with a wallet have none. */
export interface IdentityUser {
  email: string
  email_verified: boolean
}

const name = (missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(100, 'Use at most 100 characters.'))

/** The form; the server validates again. */
export const profileForm = z.object({
  firstName: name('Write your first name.'),
  lastName: name('Write your last name.'),
  email: z.pipe(
    z.string().check(z.trim(), z.maxLength(320, 'Use at most 320 characters.')),
    z.email('Write an address like ada@example.org.'),
  ),
})

export type ProfileForm = z.infer<typeof profileForm>

/** Field → what is wrong. */
export type Problems = Partial<Record<keyof ProfileForm, string>>

export function check(form: ProfileForm): { value?: ProfileForm; problems: Problems } {
  const result = profileForm.safeParse(form)
  if (result.success) return { value: result.data, problems: {} }
  const problems: Problems = {}
  for (const { path, message } of result.error.issues) problems[path[0] as keyof ProfileForm] ??= message
  return { problems }
}

const avatarTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Why a file cannot be a portrait, or null. */
export function avatarProblem({ size, type }: { size: number; type: string }): string | null {
  if (!avatarTypes.includes(type)) return 'Choose a PNG, JPEG, GIF or WebP picture.'
  return size > 5 * 1024 * 1024 ? 'The picture is larger than 5 MB. Choose a smaller one.' : null
}

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

import * as z from 'zod/mini'
import * as t from '@/messages/profile-checks'
import '@/lib/api/schema'
import type { ProfileForm } from './model'

const name = (missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(100, t.atMost100Characters))

const form = z.object({
  firstName: name(t.firstNameMissing),
  lastName: name(t.lastNameMissing),
  email: z.pipe(
    z.string().check(z.trim(), z.maxLength(320, t.atMost320Characters)),
    z.email(t.emailMalformed),
  ),
})

/** Field → its error message. */
export type Problems = Partial<Record<keyof ProfileForm, string>>

export function check(filled: ProfileForm): { value?: ProfileForm; problems: Problems } {
  const result = form.safeParse(filled)
  if (result.success) return { value: result.data, problems: {} }
  const problems: Problems = {}
  for (const { path, message } of result.error.issues) problems[path[0] as keyof ProfileForm] ??= message
  return { problems }
}

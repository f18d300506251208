import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { api, dataOf, withForm } from '@/lib/api/client'
import { ApiError } from '@/lib/api/error'
import { userOf } from '@/lib/session/claims'
import { onSession } from '@/lib/session/events'
import { tokensNow } from '@/lib/session/store'
import { flushPersonal, persistLocal, storageKey } from '@/lib/storage'
import * as t from '@/messages/profile-errors'
import type { Avatar, IdentityUser, Profile, ProfileForm } from './model'

interface ProfileState {
  profile: Profile | null
  /** Not persisted, as all below. */
  fetched: boolean
  loading: boolean
  updatingProfileLoading: boolean
  uploadingProfileAvatarLoading: boolean
  resendVerificationMailLoading: boolean
}

const empty: ProfileState = {
  profile: null,
  fetched: false,
  loading: false,
  updatingProfileLoading: false,
  uploadingProfileAvatarLoading: false,
  resendVerificationMailLoading: false,
}

export const useProfile = create<ProfileState>()(
  persist((): ProfileState => empty, {
    name: storageKey('profile'),
    version: 1,
    storage: persistLocal<Pick<ProfileState, 'profile'>>(),
    skipHydration: true,
    partialize: ({ profile }) => ({ profile }),
    // Request again what another tab has removed.
    merge: (stored, current) =>
      stored ? { ...current, ...stored } : { ...current, profile: null, fetched: false },
  }),
)

interface IdentityState {
  identityUser: IdentityUser | null
  /** Not persisted: the provider was called since the page opened. */
  known: boolean
}

export const useIdentityUser = create<IdentityState>()(
  persist((): IdentityState => ({ identityUser: null, known: false }), {
    name: storageKey('identityUser'),
    version: 1,
    storage: persistLocal<Pick<IdentityState, 'identityUser'>>(),
    skipHydration: true,
    partialize: ({ identityUser }) => ({ identityUser }),
    merge: (stored, current) =>
      stored ? { ...current, ...stored } : { ...current, identityUser: null, known: false },
  }),
)

/** Logs the failure with the specification's text, and rethrows the error. */
function failed(words: string) {
  return (error: unknown): never => {
    console.error(words, error)
    throw error
  }
}

/** A response may arrive after a logout, or after a login as someone else. It is then dropped. */
const isHere = ({ sub }: { sub: string }) => userOf(tokensNow())?.sub === sub

/** Loads the caller's profile; the first visit creates it. Skipped while it is being loaded. */
export async function loadProfile(): Promise<void> {
  const user = userOf(tokensNow())
  if (!user) throw new Error(t.userNotLoaded)
  if (useProfile.getState().loading) return
  useProfile.setState({ loading: true })
  try {
    const list = await dataOf(api.GET('/api/profiles', { params: { query: { ownerId: user.sub } } })).catch(
      failed(t.profileNotRead),
    )
    if (!isHere(user)) return
    const profile = list[0] ?? (await createProfile(user.sub, user.email ?? ''))
    if (isHere(user)) useProfile.setState({ profile, fetched: true })
  } finally {
    useProfile.setState({ loading: false })
    // After a logout in the meantime, the line above has written the store once more.
    if (!tokensNow().accessToken) flushPersonal()
  }
}

const createProfile = (ownerId: string, email: string) =>
  dataOf(api.POST('/api/profiles', { body: { name: email, email, ownerId } })).catch(
    failed(t.profileNotCreated),
  )

/** Null for an account that logs in with a wallet, and if the call failed. Errors are logged, never thrown. */
export async function loadIdentityUser(): Promise<void> {
  const user = userOf(tokensNow())
  if (!user) throw new Error(t.accessTokenNotAvailable)
  try {
    const users = await dataOf(api.GET('/api/auth/auth0/user'))
    if (!isHere(user)) return
    useIdentityUser.setState({ identityUser: users[0] ?? null, known: true })
  } catch (error) {
    if (error instanceof ApiError && error.status === 403 && isHere(user)) {
      console.info('This account has no identity user')
      useIdentityUser.setState({ identityUser: null, known: true })
    } else {
      console.warn('Error while loading user identity data', error)
      if (isHere(user)) useIdentityUser.setState({ identityUser: null, known: true })
    }
  }
}

/** Loads the profile and the identity user unless they are already known. */
export async function ensureLoaded(): Promise<void> {
  if (!userOf(tokensNow()) || useProfile.getState().loading) return
  await Promise.all([
    useProfile.getState().fetched ? undefined : loadProfile(),
    useIdentityUser.getState().known ? undefined : loadIdentityUser(),
  ])
}

function profileNow(): Profile {
  const { profile } = useProfile.getState()
  if (!profile) throw new Error(t.profileNotLoaded)
  return profile
}

/** Stores the form, then reads the profile again. */
export async function saveProfile(form: ProfileForm): Promise<void> {
  const profile = profileNow()
  useProfile.setState({ updatingProfileLoading: true })
  try {
    const body = { ...profile, ...form, name: `${form.firstName} ${form.lastName}`.trim() }
    await api
      .PUT('/api/profiles/{id}', { params: { path: { id: profile._id } }, body })
      .catch(failed(t.profileNotUpdated))
    await loadProfile()
  } finally {
    useProfile.setState({ updatingProfileLoading: false })
  }
}

/** Stores a portrait, then reads the profile again. */
export async function uploadAvatar(file: File): Promise<Avatar> {
  const profile = profileNow()
  useProfile.setState({ uploadingProfileAvatarLoading: true })
  try {
    const form = new FormData()
    form.append('uri', file)
    const avatar = await dataOf(
      api.POST('/api/profileUploads', {
        params: { query: { profileId: profile._id } },
        body: undefined as never, // withForm sends it
        ...withForm(form),
      }),
    ).catch(failed(t.avatarNotUploaded))
    await loadProfile()
    return avatar
  } finally {
    useProfile.setState({ uploadingProfileAvatarLoading: false })
  }
}

/** Requests another verification email from the provider. */
export async function resendVerificationMail(): Promise<void> {
  useProfile.setState({ resendVerificationMailLoading: true })
  try {
    await api.POST('/api/auth/auth0/verification-email').catch(failed(t.verificationNotSent))
  } finally {
    useProfile.setState({ resendVerificationMailLoading: false })
  }
}

/** Reloads after each refresh of the session, and clears the profile at its end. Returns a function that stops it. */
export function followSession(): () => void {
  const stops = [
    onSession('refreshed', () => {
      loadProfile()
        .then(loadIdentityUser)
        .catch(() => undefined)
    }),
    onSession('ended', () => {
      useProfile.setState(empty)
      useIdentityUser.setState({ identityUser: null, known: false })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

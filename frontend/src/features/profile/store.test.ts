// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announce } from '@/lib/session/events'
import { useAuth } from '@/lib/session/store'
import { followStorage } from '@/lib/storage'
import type { Profile } from './model'
import {
  ensureLoaded,
  followSession,
  loadIdentityUser,
  loadProfile,
  resendVerificationMail,
  saveProfile,
  uploadAvatar,
  useIdentityUser,
  useProfile,
} from './store'

const ada: Profile = {
  _id: 'p1',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  ownerId: 'ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  isProfileCompleted: true,
  avatar: null,
}
const identity = { email: 'ada@example.org', email_verified: true }
const claims = { sub: 'ada', email: 'ada@example.org', exp: 4_000_000_000 }

type Respond = () => Response | Promise<Response>
let responses: Record<string, Respond>
const asked: { call: string; init: RequestInit }[] = []
const calls = () => asked.map(({ call }) => call)
const bodyOf = (call: string) =>
  JSON.parse(asked.find((request) => request.call === call)!.init.body as string)
const refused = (status: number, code: string) => () =>
  Response.json({ error: { code, message: code, details: {} } }, { status })

const logs = {
  error: vi.spyOn(console, 'error'),
  warn: vi.spyOn(console, 'warn'),
  info: vi.spyOn(console, 'info'),
}
const stored = (store: string) => JSON.parse(localStorage.getItem(`vitrine.${store}`) ?? 'null')?.state

const logIn = () =>
  useAuth.setState({
    accessToken: `e30.${btoa(JSON.stringify(claims))}.sig`,
    refreshToken: 'r',
    accessTokenExpirationTimestamp: 4_000_000_000_000,
  })
const logOut = () =>
  useAuth.setState({ accessToken: null, refreshToken: null, accessTokenExpirationTimestamp: null })

beforeEach(() => {
  localStorage.clear()
  useAuth.persist.rehydrate()
  useProfile.setState({ profile: null, fetched: false, loading: false })
  useIdentityUser.setState({ identityUser: null, known: false })
  for (const log of Object.values(logs)) log.mockReset().mockImplementation(() => undefined)
  asked.length = 0
  responses = {
    'GET /api/profiles?ownerId=ada': () => Response.json([ada]),
    'GET /api/auth/auth0/user': () => Response.json([identity]),
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${path}`
    asked.push({ call, init })
    const respond = responses[call]
    if (!respond) throw new TypeError(`nothing responds to ${call}`)
    return respond()
  })
  logIn()
})
afterEach(() => vi.unstubAllGlobals())

describe('storage', () => {
  test('is the profile and the identity user, and nothing about their loading', async () => {
    await ensureLoaded()
    expect(stored('profile')).toEqual({ profile: ada })
    expect(stored('identityUser')).toEqual({ identityUser: identity })
    expect(useProfile.getState()).toEqual({
      profile: ada,
      fetched: true,
      loading: false,
      updatingProfileLoading: false,
      uploadingProfileAvatarLoading: false,
      resendVerificationMailLoading: false,
    })
  })

  test('survives a reload and is read again', () => {
    localStorage.setItem('vitrine.profile', JSON.stringify({ state: { profile: ada }, version: 1 }))
    followStorage(useProfile)()
    expect(useProfile.getState()).toMatchObject({ profile: ada, fetched: false })
  })

  test('is removed when another tab removes it, and read after a new login', async () => {
    await ensureLoaded()
    const stops = [followStorage(useProfile), followStorage(useIdentityUser)]
    for (const key of ['vitrine.profile', 'vitrine.identityUser']) {
      localStorage.removeItem(key)
      window.dispatchEvent(new StorageEvent('storage', { key }))
    }
    expect(useProfile.getState().profile).toBeNull()
    expect(useIdentityUser.getState().identityUser).toBeNull()
    asked.length = 0
    await ensureLoaded()
    expect(calls().sort()).toEqual(['GET /api/auth/auth0/user', 'GET /api/profiles?ownerId=ada'])
    for (const stop of stops) stop()
  })
})

describe('the profile', () => {
  test('is created for a new account', async () => {
    responses['GET /api/profiles?ownerId=ada'] = () => Response.json([])
    responses['POST /api/profiles'] = () => Response.json(ada)
    await loadProfile()
    expect(bodyOf('POST /api/profiles')).toEqual({
      name: 'ada@example.org',
      email: 'ada@example.org',
      ownerId: 'ada',
    })
    expect(useProfile.getState().profile).toEqual(ada)
  })

  test('is loaded once at a time', async () => {
    await Promise.all([loadProfile(), loadProfile(), ensureLoaded()])
    expect(calls().filter((call) => call.includes('/api/profiles'))).toHaveLength(1)
  })

  test('is discarded if it arrives after a logout', async () => {
    logIn()
    for (const [load, data] of [
      [loadProfile, [ada]],
      [loadIdentityUser, [identity]],
    ] as const) {
      logIn()
      let reply: (response: Response) => void = () => undefined
      const later = () => new Promise<Response>((resolve) => (reply = resolve))
      responses = Object.fromEntries(Object.keys(responses).map((call) => [call, later]))
      const loading = load()
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0))
      logOut()
      reply(Response.json(data))
      await loading
      asked.length = 0
    }
    expect(useProfile.getState().profile).toBeNull()
    expect(useIdentityUser.getState().identityUser).toBeNull()
    expect(localStorage.getItem('vitrine.profile')).toBeNull()
  })

  test('is ensured once, and only for a logged-in user', async () => {
    await ensureLoaded()
    await ensureLoaded()
    expect(asked).toHaveLength(2)
    logOut()
    useProfile.setState({ fetched: false })
    await ensureLoaded()
    expect(asked).toHaveLength(2)
  })

  test('is stored merged, then read again', async () => {
    await loadProfile()
    responses['PUT /api/profiles/p1'] = () => Response.json(ada)
    const saving = saveProfile({ firstName: 'Augusta', lastName: 'King', email: 'ada@example.org' })
    expect(useProfile.getState().updatingProfileLoading).toBe(true)
    await saving
    expect(bodyOf('PUT /api/profiles/p1')).toEqual({
      ...ada,
      firstName: 'Augusta',
      lastName: 'King',
      name: 'Augusta King',
    })
    expect(calls().at(-1)).toBe('GET /api/profiles?ownerId=ada')
    expect(useProfile.getState().updatingProfileLoading).toBe(false)
  })

  test('takes a portrait as the field uri, then is read again', async () => {
    await loadProfile()
    const avatar = { url: '/a.png', width: 1, height: 1 }
    responses['POST /api/profileUploads?profileId=p1'] = () => Response.json(avatar)
    const file = new File(['x'], 'a.png', { type: 'image/png' })
    const storing = uploadAvatar(file)
    expect(useProfile.getState().uploadingProfileAvatarLoading).toBe(true)
    await expect(storing).resolves.toEqual(avatar)
    expect((asked.at(-2)!.init.body as FormData).get('uri')).toBeInstanceOf(File)
    expect(calls().at(-1)).toBe('GET /api/profiles?ownerId=ada')
    expect(useProfile.getState().uploadingProfileAvatarLoading).toBe(false)
  })
})

describe('errors', () => {
  test('without the person, their token or their profile', async () => {
    await expect(saveProfile({ firstName: '', lastName: '', email: '' })).rejects.toThrow(
      'Profile not loaded!',
    )
    await expect(uploadAvatar(new File([], 'a'))).rejects.toThrow('Profile not loaded!')
    logOut()
    await expect(loadProfile()).rejects.toThrow('User not loaded!')
    await expect(loadIdentityUser()).rejects.toThrow('Access token not available!')
    expect(asked).toEqual([])
  })

  const form = { firstName: 'A', lastName: 'B', email: 'a@b.org' }
  test.each([
    ['Error while loading user profile!', 'GET /api/profiles?ownerId=ada', loadProfile],
    ['Error while creating user profile!', 'POST /api/profiles', loadProfile],
    ['Error while updating user profile!', 'PUT /api/profiles/p1', () => saveProfile(form)],
    [
      'Error while uploading user profile avatar!',
      'POST /api/profileUploads?profileId=p1',
      () => uploadAvatar(new File(['x'], 'a.png')),
    ],
    [
      'Error while resending email verification mail!',
      'POST /api/auth/auth0/verification-email',
      resendVerificationMail,
    ],
  ])('%s is logged, the error passed on, and nothing stays busy', async (words, call, work) => {
    if (call.startsWith('POST /api/profiles'))
      responses['GET /api/profiles?ownerId=ada'] = () => Response.json([])
    else useProfile.setState({ profile: ada })
    responses[call] = refused(500, 'internal')
    await expect(work()).rejects.toMatchObject({ status: 500, code: 'internal' })
    expect(logs.error).toHaveBeenCalledExactlyOnceWith(words, expect.objectContaining({ status: 500 }))
    expect(useProfile.getState()).toMatchObject({
      loading: false,
      updatingProfileLoading: false,
      uploadingProfileAvatarLoading: false,
      resendVerificationMailLoading: false,
    })
  })

  test('403 means no identity account: it is reported, and the user is null', async () => {
    responses['GET /api/auth/auth0/user'] = refused(403, 'no_identity_user')
    await loadIdentityUser()
    expect(useIdentityUser.getState()).toEqual({ identityUser: null, known: true })
    expect(logs.info).toHaveBeenCalledOnce()
    expect(logs.warn).not.toHaveBeenCalled()
  })

  test('another error of the identity user is logged as a warning, and the result is null', async () => {
    useIdentityUser.setState({ identityUser: { email: 'ada@example.org', email_verified: false } })
    responses['GET /api/auth/auth0/user'] = refused(500, 'internal')
    await loadIdentityUser()
    expect(useIdentityUser.getState()).toEqual({ identityUser: null, known: true })
    expect(logs.warn).toHaveBeenCalledExactlyOnceWith(
      'Error while loading user identity data',
      expect.objectContaining({ status: 500 }),
    )
  })
})

test('a refresh reloads the profile, then the identity user; a logout removes both', async () => {
  const stop = followSession()
  announce('refreshed')
  await vi.waitFor(() => expect(useIdentityUser.getState().known).toBe(true))
  expect(calls()).toEqual(['GET /api/profiles?ownerId=ada', 'GET /api/auth/auth0/user'])
  announce('ended')
  expect(useProfile.getState()).toMatchObject({ profile: null, fetched: false })
  expect(useIdentityUser.getState()).toEqual({ identityUser: null, known: false })
  stop()
})

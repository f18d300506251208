// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { useAuth } from '@/lib/session/store'
import { startRecording } from './recording'

vi.mock('@rrweb/record', () => ({ record: () => () => undefined }))
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['token', 'Bearer token', { profileId: 'profile-1' }],
  [null, null, undefined],
])('a recording is identified with the token of its owner: %s', (accessToken, authorization, identify) => {
  const sent = vi.fn(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', sent)
  useAuth.setState({ accessToken })
  const recorder = startRecording('session-1')
  recorder.identify('profile-1')
  recorder.stop()
  const [, init] = sent.mock.calls[0] as unknown as [string, RequestInit]
  expect(new Headers(init.headers).get('authorization')).toBe(authorization)
  expect(JSON.parse(init.body as string).identify).toEqual(identify)
})

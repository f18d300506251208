// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAuth } from '@/lib/session/store'
import * as t from '@/messages/studio'
import { cancelled, problemOf, uploadFile } from './upload'

const part = 2 ** 20
const file = new File([new Uint8Array(2.5 * part)], 'rain.png', { lastModified: 1 })

/** A server that speaks the protocol, and what it was sent. */
let received: number
let calls: string[]
let metadata: string | null
let fail: (call: string) => Response | 'lost' | 'response lost' | undefined

beforeEach(() => {
  received = 0
  calls = []
  fail = () => undefined
  sessionStorage.clear()
  useAuth.setState({ accessToken: 'a-token', accessTokenExpirationTimestamp: Date.now() + 600_000 })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    expect(headers.get('tus-resumable')).toBe('1.0.0')
    expect(headers.get('authorization')).toBe('Bearer a-token')
    const call = [init.method, headers.get('upload-offset') ?? headers.get('upload-length')]
      .filter(Boolean)
      .join(' ')
    calls.push(call)
    metadata = headers.get('upload-metadata')
    const failure = fail(call)
    if (failure === 'lost') throw new TypeError('network')
    if (failure instanceof Response) return failure
    if (init.method === 'POST') {
      return new Response(null, { status: 201, headers: { location: `${path}/u1` } })
    }
    expect(path).toBe('/api/studio/uploads/u1')
    if (init.method === 'PATCH') {
      expect(headers.get('content-type')).toBe('application/offset+octet-stream')
      received += (init.body as Blob).size
      if (failure === 'response lost') throw new TypeError('network')
      return new Response(null, { status: 204, headers: { 'upload-offset': String(received) } })
    }
    return new Response(null, { headers: { 'upload-offset': String(received) } })
  })
})
afterEach(() => vi.unstubAllGlobals())

const refusal = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message, details: {} } }, { status })

test('staff name the artist that a file is for', async () => {
  const events = { onProgress: () => {}, onPaused: () => {}, signal: new AbortController().signal }
  const one = new File(['a'], 'a.png')
  const named: (string | null)[] = []
  fail = (call) => {
    if (call.startsWith('POST')) named.push(metadata)
    return undefined
  }
  await uploadFile(one, events)
  received = 0
  await uploadFile(one, { ...events, artistId: '12' })
  expect(named).toEqual([null, `artist ${btoa('12')}`])
})

const send = (signal = new AbortController().signal) => {
  const progress: number[] = []
  const paused: boolean[] = []
  const result = uploadFile(file, {
    onProgress: (sent) => progress.push(sent),
    onPaused: (is) => paused.push(is),
    signal,
    wait: async () => {},
  })
  return { result, progress, paused }
}

test('a file is sent in parts', async () => {
  const { result, progress } = send()
  expect(await result).toBe('u1')
  expect(calls).toEqual([`POST ${2.5 * part}`, 'PATCH 0', `PATCH ${part}`, `PATCH ${2 * part}`])
  expect(progress).toEqual([0, part, 2 * part, 2.5 * part])
  expect(sessionStorage.length).toBe(0)
})

test('after a lost part the upload continues at the last one that arrived', async () => {
  let lost = 0
  fail = (call) => (call === `PATCH ${part}` && lost++ === 0 ? 'response lost' : undefined)
  const { result, paused } = send()
  expect(await result).toBe('u1')
  expect(calls).toEqual([`POST ${2.5 * part}`, 'PATCH 0', `PATCH ${part}`, 'HEAD', `PATCH ${2 * part}`])
  expect(paused).toContain(true)
  expect(paused.at(-1)).toBe(false)
})

test('after a reload the upload of the same file continues', async () => {
  const leave = new AbortController()
  fail = (call) => {
    if (call !== `PATCH ${part}`) return
    leave.abort()
    return 'lost'
  }
  await expect(send(leave.signal).result).rejects.toThrow()
  fail = () => undefined
  calls = []
  expect(await send().result).toBe('u1')
  expect(calls).toEqual(['HEAD', `PATCH ${part}`, `PATCH ${2 * part}`])
})

test('an upload that expired begins anew', async () => {
  const leave = new AbortController()
  fail = (call) => {
    if (call !== `PATCH ${part}`) return
    leave.abort()
    return 'lost'
  }
  await expect(send(leave.signal).result).rejects.toThrow()
  received = 0
  fail = (call) => (call === 'HEAD' ? refusal(404, 'not_found', 'Gone.') : undefined)
  calls = []
  expect(await send().result).toBe('u1')
  expect(calls[1]).toBe(`POST ${2.5 * part}`)
})

test('what the server refuses ends the upload with its reason', async () => {
  fail = (call) =>
    call === `PATCH ${2 * part}` ? refusal(422, 'invalid_picture', 'This isn’t a picture.') : undefined
  await expect(send().result).rejects.toThrow('This isn’t a picture.')
  expect(calls).toHaveLength(4)
  expect(sessionStorage.length).toBe(0)
})

test('a cancelled upload is removed', async () => {
  const leave = new AbortController()
  fail = (call) => {
    if (call === `PATCH ${part}`) leave.abort(cancelled)
    return undefined
  }
  await expect(send(leave.signal).result).rejects.toBe(cancelled)
  expect(calls.at(-1)).toBe('DELETE')
  expect(sessionStorage.length).toBe(0)
})

test('a file is checked with the server’s limits before it is sent', () => {
  const limit = (types: string[]) => ({
    types,
    formats: 'WebP or PNG',
    bytes: 3,
    size: '3 bytes',
    pixels: null,
    tooLarge: 'a picture has at most 3 bytes: save it smaller',
    wrongType: 'a picture is WebP or PNG: save it as that',
  })
  const found = (type: string, text: string, types = ['image/webp', 'image/png']) =>
    problemOf(new File([text], 'a', { type }), limit(types))
  expect(found('image/png', 'abc')).toBeUndefined()
  expect(found('', 'abc')).toBeUndefined()
  expect(found('image/png', '')).toMatch(/empty/)
  expect(found('image/png', 'abcd')).toBe('A picture has at most 3 bytes: save it smaller.')
  expect(found('image/heic', 'abc')).toBe('A picture is WebP or PNG: save it as that.')
  const films = ['video/mp4', 'audio/mpeg']
  expect([found('audio/x-vorbis+ogg', 'abc', films), found('video/mp4', 'abc', films)]).toEqual([
    undefined,
    undefined,
  ])
  expect(found('image/png', 'abc', films)).toBeDefined()
})

test('the form says the server’s limits before a file is chosen', () => {
  const limit = { formats: 'WebP or TIFF', size: '64 MB', pixels: 268_000_000 }
  for (const words of [t.pictureField, t.portraitField])
    expect(words.hint(limit)).toMatch(/^WebP or TIFF, at most 64 MB and 268 million pixels/)
  expect(t.filmField.hint({ ...limit, pixels: null })).toMatch(/^WebP or TIFF, at most 64 MB\. /)
  expect(t.liveField.hint({ ...limit, formats: 'one HTML file', pixels: null })).toMatch(
    /^One HTML file .* at most 64 MB/,
  )
})

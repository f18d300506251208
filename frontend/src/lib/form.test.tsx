// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError, NetworkError } from './api/error'
import { defineForm, text, useDefinedForm, whole } from './form'

const form = defineForm(
  (most: number) =>
    z.object({ note: z.string().check(z.trim(), z.minLength(1, 'Missing.'), z.maxLength(most, 'Long.')) }),
  { note: '' },
)
const send = vi.fn(async (_: { note: string }, keyOf: (...what: unknown[]) => string) => keyOf('note'))

afterEach(() => {
  cleanup()
  send.mockReset()
})

const open = (
  options: Partial<
    Parameters<typeof useDefinedForm<{ note: string }, { note: string }, number, string>>[2]
  > = {},
) => {
  const { result } = renderHook(() => {
    const hook = useDefinedForm(form, 9, { send, ...options })
    // What a component reads: errors are only kept for those who do.
    return { ...hook, error: hook.field('note').error }
  })
  const type = (note: string) => act(() => result.current.form.setValue('note', note))
  const submit = () => act(async () => result.current.onSubmit())
  return { result, type, submit }
}

test.each([
  [' ok ', 'ok'],
  ['  ', 'Missing.'],
  ['a'.repeat(1001), 'Use at most 1,000 characters.'],
  ['no digits 1', 'Digits.'],
])('the text %j is checked trimmed, with the form’s sentences', (typed, want) => {
  const limits = z.string().check(z.minLength(1), z.maxLength(1000), z.regex(/^\D*$/))
  const { data, error } = text(limits, { too_small: 'Missing.', invalid_format: 'Digits.' }).safeParse(typed)
  expect(data ?? error?.issues.map(({ message }) => message).join()).toBe(want)
})

test.each([
  [' 10 ', true],
  ['', false],
  ['0', false],
  ['11', false],
  ['1.5', false],
  ['1e1', false],
])('the whole number %j from 1 to 10: %s', (typed, want) => {
  const bounds = z.int().check(z.minimum(1), z.maximum(10))
  expect(whole(bounds, 'Wrong.').safeParse(typed).success).toBe(want)
})

test('nothing is sent that the schema refuses', async () => {
  const { result, type, submit } = open()
  await submit()
  expect(result.current.error).toBe('Missing.')
  await type('0123456789')
  await submit()
  expect(result.current.error).toBe('Long.')
  expect(send).not.toHaveBeenCalled()
  await type(' ok ')
  await submit()
  expect(send.mock.calls.map(([checked]) => checked)).toEqual([{ note: 'ok' }])
})

test('a confirmed form is sent after the confirmation, once', async () => {
  let answer: (result: string) => void = () => undefined
  send.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  const onDone = vi.fn()
  const { result, type, submit } = open({ confirmed: true, onDone })
  await type(' ok ')
  await submit()
  expect(result.current.checked).toEqual({ note: 'ok' })
  act(() => result.current.back())
  expect(result.current.checked).toBeNull()
  await submit()
  expect(send).not.toHaveBeenCalled()
  act(() => result.current.confirm())
  await waitFor(() => expect(result.current.busy).toBe(true))
  act(() => {
    result.current.confirm()
    result.current.back()
  })
  expect(result.current.checked).toEqual({ note: 'ok' })
  await act(async () => answer('done'))
  await waitFor(() => expect(result.current.checked).toBeNull())
  expect(send).toHaveBeenCalledTimes(1)
  expect(onDone).toHaveBeenCalledWith('done', { note: 'ok' })
})

test('the server’s refusal of a field is shown there, any other as a whole', async () => {
  const { result, type, submit } = open()
  await type('ok')
  send.mockRejectedValueOnce(new ApiError(422, 'invalid', 'Refused.', { note: 'Not this one.' }))
  await submit()
  await waitFor(() => expect(result.current.error).toBe('Not this one.'))
  expect(result.current.problem).toBe('')
  send.mockRejectedValueOnce(new ApiError(409, 'conflict', 'Somebody else was faster.', {}))
  await submit()
  await waitFor(() => expect(result.current.problem).toBe('Somebody else was faster.'))
  expect(result.current.error).toBeUndefined()
})

test('a retry after a lost response has the same idempotency key', async () => {
  const keys: string[] = []
  send.mockImplementation(async (checked, keyOf) => {
    keys.push(keyOf(checked))
    throw new NetworkError('lost')
  })
  const { result, type, submit } = open()
  await type('ok')
  await submit()
  await waitFor(() => expect(result.current.problem).not.toBe(''))
  await submit()
  await waitFor(() => expect(keys).toHaveLength(2))
  await type('else')
  await submit()
  await waitFor(() => expect(keys).toHaveLength(3))
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

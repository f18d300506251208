import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, type ErrorCode } from '@/lib/api/error'
import { needsStepUp, steppedUp, useStepUp } from './step-up'

const refusal = (code: ErrorCode, status = 403) => new ApiError(status, code, 'Please confirm it’s you.')
const login = refusal('recent_login_required')
const passkey = refusal('passkey_required')

/** An action that fails with each of these, then succeeds. */
function action(...failures: Error[]) {
  return vi.fn(async () => {
    const next = failures.shift()
    if (next) throw next
    return 'done'
  })
}

/** The prompts so far; each returns the next of these results. */
function answer(...answers: boolean[]) {
  const asked: string[] = []
  const end = useStepUp.subscribe(({ need, answer }) => {
    if (!need) return
    asked.push(need)
    queueMicrotask(() => answer(answers.shift() ?? false))
  })
  ends.push(end)
  return asked
}

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

test('an action continues after a login and a passkey', async () => {
  const asked = answer(true, true)
  const work = action(login, passkey)
  await expect(steppedUp(work)).resolves.toBe('done')
  expect(asked).toEqual(['login', 'passkey'])
  expect(work).toHaveBeenCalledTimes(3)
})

test('declining ends the action with the server’s message', async () => {
  const asked = answer(false)
  await expect(steppedUp(action(login))).rejects.toBe(login)
  expect(asked).toEqual(['login'])
  expect(useStepUp.getState().need).toBeNull()
})

test('it stops prompting', async () => {
  const asked = answer(true, true, true, true)
  await expect(steppedUp(action(login, login, login, login))).rejects.toBe(login)
  expect(asked).toHaveLength(2)
})

test('two actions share a question', async () => {
  const asked = answer(true)
  await expect(Promise.all([steppedUp(action(login)), steppedUp(action(login))])).resolves.toEqual([
    'done',
    'done',
  ])
  expect(asked).toEqual(['login'])
})

test.each([
  ['another refusal', refusal('forbidden')],
  ['the code with another status', refusal('recent_login_required', 409)],
  ['any error', new Error('no')],
])('%s asks nothing', async (_, error) => {
  const asked = answer(true)
  await expect(steppedUp(action(error))).rejects.toBe(error)
  expect(asked).toEqual([])
  expect(needsStepUp(error)).toBe(false)
})

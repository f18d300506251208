import { create } from 'zustand'
import { ApiError, type ErrorCode } from '@/lib/api/error'

/** What a person has to do before the server takes an action from them: log in again, or confirm with a passkey. */
export type Need = 'login' | 'passkey'

interface StepUp {
  need: Need | null
  answer: (done: boolean) => void
}

/** The open question whether it is really them; a dialog asks it. */
export const useStepUp = create<StepUp>(() => ({ need: null, answer: () => {} }))

const needs: Partial<Record<ErrorCode, Need>> = {
  recent_login_required: 'login',
  passkey_required: 'passkey',
}

const needOf = (error: unknown): Need | undefined =>
  error instanceof ApiError && error.status === 403 ? needs[error.code] : undefined

/** The server wants to know first that it is really them. */
export const needsStepUp = (error: unknown) => needOf(error) !== undefined

let asked: Promise<boolean> | undefined

/** Whether the person did what is needed. Actions that wait at the same time share the question. */
function ask(need: Need): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    useStepUp.setState({
      need,
      answer: (done) => {
        asked = undefined
        useStepUp.setState({ need: null, answer: () => {} })
        resolve(done)
      },
    })
  })
  return asked
}

/** A login may be followed by a passkey. More questions than these would never end. */
const most = 2

/**
 * Runs an action. If the server first wants to know that it is really them, it asks and runs the action again, while the page stays as it
 * is. Without a yes it throws the server's error.
 */
export async function steppedUp<T>(action: () => Promise<T>): Promise<T> {
  for (let questions = 0; ; questions++) {
    try {
      return await action()
    } catch (error) {
      const need = needOf(error)
      if (!need || questions === most || !(await ask(need))) throw error
    }
  }
}

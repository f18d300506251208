import { create } from 'zustand'
import { ApiError, type ErrorCode } from '@/lib/api/error'

/** The step-up that the server requires before an action: log in again, or confirm with a passkey. */
export type Need = 'login' | 'passkey'

interface StepUp {
  need: Need | null
  answer: (done: boolean) => void
}

/** The open step-up, which a dialog shows. */
export const useStepUp = create<StepUp>(() => ({ need: null, answer: () => {} }))

const needs: Partial<Record<ErrorCode, Need>> = {
  recent_login_required: 'login',
  passkey_required: 'passkey',
}

const needOf = (error: unknown): Need | undefined =>
  error instanceof ApiError && error.status === 403 ? needs[error.code] : undefined

/** Whether the server requires a step-up. */
export const needsStepUp = (error: unknown) => needOf(error) !== undefined

let asked: Promise<boolean> | undefined

/** Resolves to whether the person completed the step-up. Actions that wait at the same time share it. */
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

/** A login may be followed by a passkey. More rounds than that would never end. */
const most = 2

/**
 * Runs an action. If the server requires a step-up, it shows the dialog and runs the action again, while the page doesn't
 * change. If the person cancels, it throws the server's error.
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

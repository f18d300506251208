'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ActionKey, actionKey } from './api/action-key'
import { wordsOf } from './api/error'
import { queryClient } from './query'

interface Outcome<Input, Result> {
  /** The action is busy until this ends. */
  onDone?: (result: Result, input: Input) => unknown
  onFailed?: (error: Error) => unknown
  /** What a failure says. */
  words?: (error: unknown) => string
}

export interface Action<Input> {
  /** Runs it, unless it is running. Never throws. */
  run: (input: Input) => void
  busy: boolean
  /** What it runs with; undefined while it doesn't run. */
  running: Input | undefined
  /** Why it failed the last time, as a text for people; empty if it didn't. */
  problem: string
  error: Error | null
  /** Forgets the failure. */
  clear: () => void
}

/** Something that a person does, one at a time. `keyOf` makes the idempotency key of a request, which stays the same for its retries. */
export function useAction<Input = void, Result = unknown>(
  work: (input: Input, keyOf: ActionKey['of']) => Promise<Result>,
  { onDone, onFailed, words = wordsOf }: Outcome<Input, Result> = {},
): Action<Input> {
  const [key] = useState(actionKey)
  const { mutate, isPending, variables, error, reset } = useMutation(
    {
      mutationFn: (input: Input) => work(input, key.of),
      onSuccess: (result, input) => {
        key.end()
        return onDone?.(result, input)
      },
      onError: (failure) => {
        key.end(failure)
        return onFailed?.(failure)
      },
      // Offline, it fails now: nobody expects that it runs later.
      networkMode: 'always',
    },
    queryClient,
  )
  return {
    run: (input) => {
      if (!isPending) mutate(input)
    },
    busy: isPending,
    running: isPending ? variables : undefined,
    problem: error ? words(error) : '',
    error,
    clear: reset,
  }
}

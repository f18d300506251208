import { ApiError, type ErrorCode, errorOf, NetworkError } from './error'

const retries = 3
/** Seconds. If a server requests a longer wait, the call isn't retried. */
const longestWait = 10

interface Options {
  /** Safe to send again: reads, and writes with an idempotency key. */
  repeatable: boolean
  wait?: (milliseconds: number) => Promise<void>
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * fetch with three retries: when the network fails, when the server is busy (503, honouring Retry-After), and while the first try of
 * the same idempotency key is still running. A function creates a new request for each try. Throws NetworkError or ApiError; returns
 * only 2xx.
 */
export async function send(
  path: string,
  request: RequestInit | (() => Promise<RequestInit>),
  { repeatable, wait = sleep }: Options,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const init = typeof request === 'function' ? await request() : request
    const last = !repeatable || attempt > retries
    let response: Response
    try {
      response = await fetch(path, init)
    } catch (error) {
      if (init.signal?.aborted) throw error
      if (last) throw new NetworkError(`${init.method ?? 'GET'} ${path}: ${(error as Error).message}`)
      await wait(250 * 2 ** attempt * (0.75 + Math.random() / 2))
      continue
    }
    if (response.ok) return response
    const error = await errorOf(response)
    const again = error.status === 503 || error.code === 'request_in_flight'
    const seconds = error.retryAfter ?? 0.25 * 2 ** attempt
    if (last || !again || seconds > longestWait) throw error
    await wait(seconds * 1000)
  }
}

/** Whether a call failed with one of these error codes. */
export const hasCode = (error: unknown, ...codes: ErrorCode[]) =>
  error instanceof ApiError && codes.includes(error.code)

/** Milliseconds by which the server's clock is ahead of this browser's. */
let ahead = 0
let learn: (() => Promise<number>) | null = null
let learning = false
let wanted = false
const listeners = new Set<() => void>()

/** The current time by the server's clock, if known. */
export const serverNow = () => Date.now() + ahead

function start() {
  if (!wanted || !learn || learning) return
  learning = true
  learn().then(
    (offset) => {
      ahead = offset
      for (const listener of listeners) listener()
    },
    (error: unknown) => {
      console.info('The time of the server is unknown', error)
      learning = false
    },
  )
}

/** Sets how to measure the difference of the clocks. Nothing is requested until a countdown needs it. */
export function learnClockWith(how: () => Promise<number>) {
  learn = how
  start()
}

/** Calls `listener` when the server's clock is known. Returns a function that stops it. */
export function onClock(listener: () => void) {
  wanted = true
  listeners.add(listener)
  start()
  return () => void listeners.delete(listener)
}

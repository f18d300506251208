/** Milliseconds by which the server's clock is ahead of this browser's. */
let ahead = 0
let readClock: (() => Promise<number>) | null = null
let isReading = false
let wanted = false
const listeners = new Set<() => void>()

/** The current time by the server's clock, if known. */
export const serverNow = () => Date.now() + ahead

function start() {
  if (!wanted || !readClock || isReading) return
  isReading = true
  readClock().then(
    (offset) => {
      ahead = offset
      for (const listener of listeners) listener()
    },
    (error: unknown) => {
      console.info('The time of the server is unknown', error)
      isReading = false
    },
  )
}

/** Sets how to measure the difference of the clocks. Nothing is requested until a countdown needs it. */
export function setClockSource(how: () => Promise<number>) {
  readClock = how
  start()
}

/** Calls `listener` when the server's clock is known. Returns a function that stops it. */
export function onClock(listener: () => void) {
  wanted = true
  listeners.add(listener)
  start()
  return () => void listeners.delete(listener)
}

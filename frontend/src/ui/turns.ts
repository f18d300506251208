/** Runs a few tasks at the same time, in order. Each task gets a function that ends it. */
export function limitConcurrency(most: number) {
  const waiting = new Set<() => void>()
  let running = 0
  const next = () => {
    for (const start of waiting) {
      if (running >= most) return
      waiting.delete(start)
      running++
      start()
    }
  }
  return (run: () => void) => {
    let state: 'waiting' | 'running' | 'ended' = 'waiting'
    const start = () => {
      state = 'running'
      run()
    }
    waiting.add(start)
    next()
    return () => {
      waiting.delete(start)
      if (state === 'running') running--
      state = 'ended'
      next()
    }
  }
}

/** How long tags are collected before they are revalidated together, because an import or a sold-out drop changes many artworks at once. */
const delay = 100
const slowest = 5_000

interface Gathered {
  add(tags: string[]): void
  /** Resolves once the tags added so far are revalidated, or abandoned because of `stop`. */
  settled(): Promise<void>
  stop(): void
}

/** Collects tags and revalidates them, `most` at a time. Failed ones are retried with growing pauses. */
export function gather(
  revalidate: (tags: string[]) => Promise<void>,
  onError: (error: unknown) => void,
  most = 100,
): Gathered {
  const waiting = new Set<string>()
  let running: Promise<void> | undefined
  let stopped = false

  async function run() {
    for (let pause = delay; waiting.size > 0 && !stopped; ) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const tags = [...waiting].slice(0, most)
      for (const tag of tags) waiting.delete(tag)
      try {
        await revalidate(tags)
        pause = 0
      } catch (error) {
        for (const tag of tags) waiting.add(tag)
        pause = Math.min(Math.max(pause, delay) * 2, slowest)
        if (pause === slowest) onError(error)
      }
    }
    running = undefined
  }

  return {
    add(tags) {
      for (const tag of tags) waiting.add(tag)
      if (!stopped && waiting.size > 0) running ??= run()
    },
    settled: () => running ?? Promise.resolve(),
    stop() {
      stopped = true
    },
  }
}

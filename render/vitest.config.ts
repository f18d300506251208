import { defineConfig } from 'vitest/config'

// The reporter needs it to print failures, and Node 20 lacks it.
Map.groupBy ??= <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K) => {
  const groups = new Map<K, T[]>()
  let i = 0
  for (const item of items) {
    const key = keyOf(item, i++)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

export default defineConfig({
  test: {
    include: ['test/*.test.ts'],
    // Machines may be busy: tests wait for results, and not for times.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    fileParallelism: false,
  },
})

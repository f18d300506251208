type Made<T> = Promise<T | null>

/**
 * Caches the most recently used results, up to a number. Concurrent calls for the same key share one computation. Null and
 * failures are not cached.
 */
export function promiseCache<T>(most: number) {
  const kept = new Map<string, Made<T>>()
  return (key: string, make: () => Made<T>): Made<T> => {
    const made = kept.get(key) ?? make()
    // A map keeps its keys in insertion order: a key that is read moves to the end.
    kept.delete(key)
    kept.set(key, made)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    const forget = () => {
      if (kept.get(key) === made) kept.delete(key)
    }
    made.then((value) => {
      if (value === null) forget()
    }, forget)
    return made
  }
}

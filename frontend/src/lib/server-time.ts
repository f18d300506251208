/** Milliseconds up to which the clocks count as equal, because the header has whole seconds, and a response takes time. */
const tolerance = 2000

/** How many milliseconds the server's clock is ahead of this browser's, from the Date header of an uncacheable response. */
export async function serverAhead(): Promise<number> {
  const sent = Date.now()
  const response = await fetch('/api/config', { cache: 'no-store' })
  const received = Date.now()
  const date = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(date) || response.headers.has('age'))
    throw new Error('the reply doesn’t say what time it is')
  // Half a second, because the header is rounded down.
  const ahead = date + 500 - (sent + received) / 2
  return Math.abs(ahead) < tolerance ? 0 : ahead
}

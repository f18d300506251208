import * as t from '@/messages/drop'
/** Shown until the visitor's time zone is known. */
export const everywhere = t.everywhereAtOnce

const two = (n: number) => String(n).padStart(2, '0')

/**
 * A time in the visitor's zone, shown next to the time in UTC. The day is named only if it differs.
 * At most 26 characters, so that it fits the one line reserved for it. It doesn't use Intl.DateTimeFormat, whose first use
 * takes about thirty milliseconds during hydration.
 */
export function ownTime(at: string) {
  const time = new Date(at)
  if (time.getTimezoneOffset() === 0) return t.yourLocalTime
  const clock = t.clockHere(two(time.getHours()), two(time.getMinutes()))
  if (time.getDate() === time.getUTCDate()) return clock
  // toDateString is "Sun Nov 22 2026" everywhere: https://tc39.es/ecma262/#sec-todatestring
  return `${time.getDate()} ${time.toDateString().slice(4, 7)}, ${clock}`
}

/** Until the visitor's zone is known. */
export const everywhere = 'everywhere at once'

const two = (n: number) => String(n).padStart(2, '0')

/**
 * A moment in the visitor's zone, beside a line that gives it in UTC: the day is named only where it is another one.
 * Never empty, and at most 26 characters, so that it takes the one line that is kept for it. Read from the date itself:
 * a first Intl.DateTimeFormat takes some thirty milliseconds while the page comes alive.
 */
export function ownTime(at: string) {
  const time = new Date(at)
  if (time.getTimezoneOffset() === 0) return 'which is your time'
  const clock = `${two(time.getHours())}:${two(time.getMinutes())} your time`
  if (time.getDate() === time.getUTCDate()) return clock
  // toDateString is "Sun Nov 22 2026" everywhere: https://tc39.es/ecma262/#sec-todatestring
  return `${time.getDate()} ${time.toDateString().slice(4, 7)}, ${clock}`
}

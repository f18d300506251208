import { formatClock, formatDate } from '@/lib/time'

/** Until the visitor's zone is known. */
export const everywhere = 'everywhere at once'

/**
 * A moment in the visitor's zone, beside a line that gives it in UTC: the day is named only where it is another one.
 * Never empty, and at most 26 characters, so that it takes the one line that is kept for it.
 */
export function ownTime(at: string, zone: string) {
  const clock = formatClock(at, zone)
  if (formatDate(at, zone) !== formatDate(at)) {
    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: zone })
    return `${day.format(new Date(at))}, ${clock} your time`
  }
  return clock === formatClock(at, 'UTC') ? 'which is your time' : `${clock} your time`
}

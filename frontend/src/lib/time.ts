const locale = 'en-GB'

/** "21 November 2026", the same on server and browser. */
export function formatDate(time: string | Date, timeZone = 'UTC') {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(
    new Date(time),
  )
}

/** "21 November 2026, 18:00 UTC". */
export function formatDateTime(time: string | Date, timeZone = 'UTC') {
  const clock = formatClock(time, timeZone)
  return `${formatDate(time, timeZone)}, ${clock}${timeZone === 'UTC' ? ' UTC' : ''}`
}

/** "14:32", in the visitor's time zone unless one is given. */
export function formatClock(time: string | Date, timeZone?: string) {
  return new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(time))
}

/** Milliseconds until a time, as an integer, never below zero. */
export const until = (time: string | Date, now = Date.now()) => Math.max(0, new Date(time).getTime() - now)

/** "15 minutes", "1 hour", "90 minutes": a duration in a sentence. */
export function formatDuration(seconds: number) {
  const of = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`
  if (seconds < 60) return of(seconds, 'second')
  const minutes = Math.round(seconds / 60)
  return minutes % 60 === 0 ? of(minutes / 60, 'hour') : of(minutes, 'minute')
}

/** "2 days 4 h", "2 days", "3 h 12 min", "14:59", "0:07": coarse at first, to the second in the last hour. */
export function formatRemaining(milliseconds: number) {
  const total = Math.ceil(Math.max(0, milliseconds) / 1000)
  const days = Math.floor(total / 86_400)
  const hours = Math.floor((total % 86_400) / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  const seconds = total % 60
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'}${hours > 0 ? ` ${hours} h` : ''}`
  if (hours > 0) return `${hours} h${minutes > 0 ? ` ${minutes} min` : ''}`
  return `${minutes}:${String(seconds).padStart(2, '0')}`
}

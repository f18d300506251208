import { formatDateTime } from '@/lib/time'
import { opensAt } from '@/messages/drop'

interface Event {
  uid: string
  title: string
  summary: string | null
  url: string
  startsAt: string
  endsAt: string | null
}

const hour = 3_600_000

/** An iCalendar file (RFC 5545) for the opening of a drop, with a reminder an hour before. */
export function calendarOf({ uid, title, summary, url, startsAt, endsAt }: Event, now = new Date()) {
  const start = new Date(startsAt)
  // A calendar entry needs an end: for a drop without one, an hour after its start.
  const end = endsAt ? new Date(endsAt) : new Date(start.getTime() + hour)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vitrine//Drops//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escaped(title)}`,
    // Calendars show the event in their owner's time zone; the words say the time that the site announces.
    `DESCRIPTION:${escaped([`${opensAt(formatDateTime(start))}.`, summary].filter(Boolean).join('\n'))}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-PT1H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('')
}

/** 20261121T180000Z */
const stamp = (time: Date) => time.toISOString().replace(/[-:]|\.\d{3}/g, '')

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Lines have at most 75 octets; the rest follows after a space. */
function fold(line: string) {
  const encoder = new TextEncoder()
  const lines: string[] = []
  let rest = ''
  for (const character of line) {
    if (encoder.encode(rest + character).length > (lines.length ? 74 : 75)) {
      lines.push(rest)
      rest = ''
    }
    rest += character
  }
  return [...lines, rest].join('\r\n ')
}

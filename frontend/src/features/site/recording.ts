import { record } from '@rrweb/record'
import { unique } from '@/lib/unique'

/** As the recorder makes them; only `data.href` is looked at here. */
type Event = { data?: unknown } & Record<string, unknown>

/** What goes to POST /api/recordings. A recording is many of these with one session. */
interface Recording {
  session: string
  events: Event[]
  /** Once, after the profile loads: whose session it is. */
  identify?: { profileId: string }
}

const flushEvery = 10_000
/** Maximum number of events in one request; reaching it sends them immediately. */
const most = 200
/** What a browser sends while it leaves a page must stay below 64 KiB. */
const lastBytes = 60_000

/** An address without its fragment, which may hold the secret of an approval or a login. */
function withoutFragment(event: Event): Event {
  const data = event.data as { href?: unknown } | undefined
  if (typeof data?.href !== 'string') return event
  return { ...event, data: { ...data, href: data.href.replace(/#.*$/s, '') } }
}

export interface Recorder {
  identify: (profileId: string) => void
  stop: () => void
}

/** Records what happens on the page. Everything typed is masked before it leaves the page. */
export function startRecording(session = unique()): Recorder {
  let events: Event[] = []
  let identity: Recording['identify']
  let identified = false

  const flush = (leaving = false) => {
    if (events.length === 0 && !identity) return
    const body = JSON.stringify({ session, events, identify: identity } satisfies Recording)
    events = []
    identity = undefined
    if (leaving && body.length > lastBytes) return
    // A lost piece is lost: a recording is never worth a second request.
    fetch('/api/recordings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      keepalive: leaving,
      credentials: 'omit',
    }).catch(() => undefined)
  }
  const timer = setInterval(flush, flushEvery)
  const leave = () => flush(true)
  window.addEventListener('pagehide', leave)
  const end = record({
    emit: (event) => {
      events.push(withoutFragment(event as Event))
      if (events.length >= most) flush()
    },
    maskAllInputs: true,
    // Names, addresses and mails of people are on these pages as text.
    maskTextSelector: '[data-private], [data-private] *',
    blockSelector: 'iframe, canvas, video',
    sampling: { mousemove: 100, scroll: 200, input: 'last' },
    slimDOMOptions: 'all',
    recordCanvas: false,
    collectFonts: false,
  })
  return {
    identify: (profileId) => {
      if (identified) return
      identified = true
      identity = { profileId }
      flush()
    },
    stop: () => {
      end?.()
      clearInterval(timer)
      window.removeEventListener('pagehide', leave)
      events = []
    },
  }
}

import { record } from '@rrweb/record'
import { tokensNow } from '@/lib/session/store'
import { unique } from '@/lib/unique'

/** An event of the recorder; only `data.href` is used here. */
type Event = { data?: unknown } & Record<string, unknown>

/** The body of POST /api/recordings. A recording consists of many of these with the same session. */
interface Recording {
  session: string
  events: Event[]
  /** Once, after the profile loads, with the token of its owner, whose session it is then. */
  identify?: { profileId: string }
}

const flushEvery = 10_000
/** Maximum number of events in one request; reaching it sends them immediately. */
const most = 200
/** The maximum size that browsers send while they leave a page, just below 64 KiB. */
const lastBytes = 60_000

/** An address without its fragment, which may contain the secret of an approval or a login. */
function withoutFragment(event: Event): Event {
  const data = event.data as { href?: unknown } | undefined
  if (typeof data?.href !== 'string') return event
  return { ...event, data: { ...data, href: data.href.replace(/#.*$/s, '') } }
}

export interface Recorder {
  identify: (profileId: string) => void
  stop: () => void
}

/** Records what happens on the page. Everything that is typed is masked before it leaves the page. */
export function startRecording(session = unique()): Recorder {
  let events: Event[] = []
  let identity: Recording['identify']
  let identified = false

  const flush = (leaving = false) => {
    if (events.length === 0 && !identity) return
    const token = identity && tokensNow().accessToken
    const body = JSON.stringify({
      session,
      events,
      identify: token ? identity : undefined,
    } satisfies Recording)
    events = []
    identity = undefined
    if (leaving && body.length > lastBytes) return
    // Don't retry a lost piece: a recording isn't worth a second request.
    fetch('/api/recordings', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
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
    // On these pages, names, addresses and email addresses of people are text.
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

// Import only what is used: importing the package as a whole would bring all of it.
import {
  BrowserClient,
  browserApiErrorsIntegration,
  dedupeIntegration,
  defaultStackParser,
  eventFiltersIntegration,
  functionToStringIntegration,
  getCurrentScope,
  globalHandlersIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
} from '@sentry/browser'
import { clean, collectNothing } from '@/lib/report'

export { captureException } from '@sentry/browser'

interface Sender {
  dsn: string
  /** The build's id. */
  release: string
  /** Empty is production. */
  environment: string
}

let started = false

/**
 * Reports uncaught errors and unhandled rejections from now on. It doesn't call `init`, which would bring the code of integrations that
 * record clicks, requests and the console.
 */
export function start({ dsn, release, environment }: Sender) {
  if (started) return
  started = true
  const client = new BrowserClient({
    ...collectNothing,
    dsn,
    release,
    environment: environment || 'production',
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [
      eventFiltersIntegration(),
      functionToStringIntegration(),
      browserApiErrorsIntegration(),
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
    ],
    beforeSend: (event) =>
      clean({ ...event, transaction: window.location.pathname, tags: { service: 'browser' } }),
  })
  getCurrentScope().setClient(client)
  client.init()
}

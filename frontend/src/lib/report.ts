import type { ErrorEvent, Exception, StackFrame } from '@sentry/core'
import { scrub } from './scrub'

/** Turns off everything that the library would collect on its own. */
export const collectNothing = {
  dataCollection: {
    userInfo: false,
    cookies: false,
    httpHeaders: false,
    httpBodies: [],
    urlQueryParams: false,
    graphQL: { document: false, variables: false },
    stackFrameVariables: false,
    frameContextLines: 0,
  },
  maxBreadcrumbs: 0,
  sendClientReports: false,
}

/**
 * Returns the event without personal data. It is built from the fields that are needed, so that no integration can add others, and
 * every text is scrubbed.
 */
export function clean(event: ErrorEvent): ErrorEvent {
  const { event_id, timestamp, platform, level, release, environment, sdk, tags } = event
  return {
    type: undefined,
    event_id,
    timestamp,
    platform,
    level,
    release,
    environment,
    sdk: sdk && { name: sdk.name, version: sdk.version },
    tags,
    ...(event.message && { message: scrub(event.message) }),
    ...(event.transaction && { transaction: scrub(event.transaction) }),
    exception: { values: event.exception?.values?.map(cleanException) ?? [] },
  }
}

function cleanException({ type, value, mechanism, stacktrace }: Exception): Exception {
  return {
    ...(type && { type: scrub(type) }),
    ...(value && { value: scrub(value) }),
    ...(mechanism && { mechanism: { type: mechanism.type, handled: mechanism.handled } }),
    ...(stacktrace?.frames && { stacktrace: { frames: stacktrace.frames.map(cleanFrame) } }),
  }
}

function cleanFrame({ filename, function: name, lineno, colno, in_app, module }: StackFrame): StackFrame {
  return { filename: filename && cleanFile(filename), function: name, lineno, colno, in_app, module }
}

/** A script within the page has the page's address, which may contain ids and secrets. Files of the build keep their path. */
function cleanFile(filename: string) {
  const path = filename.replace(/[?#].*$/s, '')
  return /^https?:/.test(path) && !path.includes('/_next/') ? scrub(path) : path
}

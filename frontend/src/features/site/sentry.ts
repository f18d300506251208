// Only these names: importing the package as a whole would bring all of it.
export { captureException, init } from '@sentry/browser'

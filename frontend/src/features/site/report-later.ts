/** Reports the error that an error page shows, with code that is only loaded then. Never rejects. */
export const reportLater = (error: Error & { digest?: string }) =>
  import('./report')
    .then(({ reportShown }) => reportShown(error))
    .catch((failure: unknown) => console.warn('The error could not be reported', failure))

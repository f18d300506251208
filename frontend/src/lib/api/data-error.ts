export interface DataProblem {
  message: string
  extensions?: { code?: string; logCode?: string }
}

/** The data API could not answer, or its answer holds errors. The details are for the log, not for people. */
export class DataError extends Error {
  override name = 'DataError'
  constructor(
    message: string,
    /** What the answer's list of errors said. */
    readonly problems: DataProblem[] = [],
  ) {
    super(message)
  }
}

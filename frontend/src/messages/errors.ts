/** Texts: errors. */

// Api error
export const badResponse = (status: number) => `Response not successful: Received status code ${status}`
export const serverFailed = 'Something went wrong on our side. Try again in a moment.'
export const unreachable = 'We can’t reach the gallery. Check your connection and try again.'
export const failed = 'Something went wrong. Try again in a moment.'

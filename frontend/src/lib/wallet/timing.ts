/** The polling interval of the wallet library, in milliseconds. */
export const pollingInterval = 12_000

/** How long it caches a block number: 100 ms plus twice the polling interval. */
export const blockNumberCache = 100 + 2 * pollingInterval

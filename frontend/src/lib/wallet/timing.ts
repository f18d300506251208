/** How often the wallet library looks at a chain, in milliseconds. */
export const pollingInterval = 12_000

/** How long it keeps a block number: 100 ms plus twice the polling interval. */
export const blockNumberCache = 100 + 2 * pollingInterval

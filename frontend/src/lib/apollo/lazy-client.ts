/** The browser's client, loaded with its first use. */
export const lazyClient = async () => (await import('./browser')).browserClient()

/** The browser's client, loaded on first use. */
export const lazyClient = async () => (await import('./browser')).browserClient()

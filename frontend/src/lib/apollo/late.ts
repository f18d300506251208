/** The browser's client, loaded with its first use. */
export const lateClient = async () => (await import('./browser')).browserClient()

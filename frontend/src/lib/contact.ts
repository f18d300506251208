/** The first email address of a text; null if it has none. */
export const addressIn = (text: string) => /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0] ?? null

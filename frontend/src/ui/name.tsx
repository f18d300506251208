import { languageOf } from '@/messages/language'

/**
 * A person's name or a work's title within other text. It has its own direction, and the language that its script names. Components that
 * run in the browser use `<bdi>`, because the languages would count towards the page's budget.
 */
export function Name({ children }: { children: string }) {
  return <bdi lang={languageOf(children)}>{children}</bdi>
}

/** The attributes of an element that holds only people's words, such as a paragraph of a statement. */
export const words = (text: string) => ({ dir: 'auto', lang: languageOf(text) }) as const

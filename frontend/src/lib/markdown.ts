import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { rightToLeft } from '@/messages/direction'
import { languageOf } from '@/messages/language'

/**
 * Renders Markdown as HTML. Raw HTML in the source is shown as text and dangerous addresses are removed, so that authors
 * of texts can't add scripts.
 */
export function renderMarkdown(source: string) {
  const html = micromark(source, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  // A page has only one h1, its own title.
  return directed(html.replaceAll(/<(\/?)h1>/g, '<$1h2>'))
}

const rightToLeftLetter = new RegExp(`[${rightToLeft}]`, 'u')

/** A block, and its first letter. */
const blocks =
  /<(?:p|h[2-6]|[uo]l|li|blockquote|table|t[dh])(?=[ >])(?=[^>]*>(?:<[^>]*>|&#?\w+;|[^<&\p{L}])*(\p{L}))/gu

/** A block of words, and its content. */
const written = /<(p|h[2-6])( dir="\w+")?>([\s\S]*?)<\/\1>/g

/**
 * The blocks of a text with right-to-left letters each run in the direction of their first letter. It isn't left to dir="auto", which
 * skips elements with a direction, such as the paragraphs of a quotation. Those in a script of one language name it.
 */
function directed(html: string) {
  const rtl = rightToLeftLetter.test(html)
  return (
    rtl
      ? html.replaceAll(
          blocks,
          (tag, first) => `${tag} dir="${rightToLeftLetter.test(first) ? 'rtl' : 'ltr'}"`,
        )
      : html
  ).replaceAll(written, (block, tag, dir = '', content) => {
    const lang = languageOf(content.replaceAll(/<[^>]*>|&#?\w+;/g, ' '))
    return lang ? `<${tag}${dir} lang="${lang}">${content}</${tag}>` : block
  })
}

/** The first sentences without markup, for descriptions of a page. */
export function plainText(source: string, limit = 160) {
  const text = plain(source)
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), limit / 2)).trimEnd()}…`
}

/** The whole sentences at the start of a text's first paragraph, as many as fit, but at least one. */
export function opening(source: string, limit: number) {
  const [first = ''] = source.trim().split(/\n\s*\n/)
  let text = ''
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(plain(first))) {
    if (text && text.length + segment.trimEnd().length > limit) break
    text += segment
  }
  return text.trimEnd()
}

function plain(source: string) {
  return source
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\\\n/g, '\n')
    .replace(/[*_`>#|]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/**
 * HTML of Markdown. Raw HTML in the source is shown as text and dangerous addresses are dropped, so that anyone who
 * may write a text may not write a script.
 */
export function renderMarkdown(source: string) {
  const html = micromark(source, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  // A page has one h1, its own title.
  return html.replaceAll(/<(\/?)h1>/g, '<$1h2>')
}

/** The first sentences without marks, for descriptions of a page. */
export function plainText(source: string, limit = 160) {
  const text = plain(source)
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), limit / 2)).trimEnd()}…`
}

/** The whole sentences that a text's first paragraph begins with, as many as fit; one at least. */
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

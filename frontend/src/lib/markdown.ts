import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/**
 * Renders Markdown as HTML. Raw HTML in the source is shown as text and dangerous addresses are removed, so that authors
 * of texts can't add scripts.
 */
export function renderMarkdown(source: string) {
  const html = micromark(source, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  // A page has only one h1, its own title.
  return html.replaceAll(/<(\/?)h1>/g, '<$1h2>')
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

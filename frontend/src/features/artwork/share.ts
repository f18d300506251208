import * as t from '@/messages/artwork-share'
/** Shares a page with what the device offers, else copies its address. Returns what to say about it. */
export async function share(title: string, text: string, path = here()): Promise<string> {
  const url = `${window.location.origin}${path}`
  try {
    if (!navigator.share) {
      await navigator.clipboard.writeText(url)
      return t.linkCopied
    }
    await navigator.share({ title, text, url })
  } catch (error) {
    // Closing the device's own dialog is not a failure.
    if ((error as Error).name !== 'AbortError') return t.linkNotCopied
  }
  return ''
}

/** The page that is open. It keeps the edition of a live work that is shown; other parameters are the visitor's own. */
function here() {
  const edition = new URLSearchParams(window.location.search).get('edition')
  return `${window.location.pathname}${edition ? `?edition=${encodeURIComponent(edition)}` : ''}`
}

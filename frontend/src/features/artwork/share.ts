import * as t from '@/messages/artwork-share'
/** Shares a page with the device's share dialog, otherwise copies its address. Returns the message to show. */
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

/** The address of the open page. It keeps the selected edition of a live work and drops all other parameters. */
function here() {
  const edition = new URLSearchParams(window.location.search).get('edition')
  return `${window.location.pathname}${edition ? `?edition=${encodeURIComponent(edition)}` : ''}`
}

interface Policies {
  createPolicy(
    name: 'default',
    rules: {
      createHTML: (html: string) => string
      createScriptURL: (url: string) => string | null
      createScript: () => null
    },
  ): unknown
}

// React makes script elements with the second, OpenSeadragon empties elements with the first, and micromark decodes entities.
const markup = /^(?:<script><\/script>|&\w+;)?$/

/** Whether scripts are loaded from an address: only the site's own build and its service worker. */
export function ours(url: string, base = location.href) {
  const { origin, pathname } = new URL(url, base)
  return origin === new URL(base).origin && /^\/(?:_next\/static\/.+|sw)\.js$/.test(pathname)
}

/**
 * Decides about text that libraries pass to the browser to parse or run (Trusted Types). Unknown markup is dropped instead of
 * failing, because a page without a detail is better than none. No text is run, and scripts load only from the build.
 */
export function guardSinks() {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => {
      if (markup.test(html)) return html
      console.error('Refused markup that the site didn’t make', html.slice(0, 100))
      return ''
    },
    createScriptURL: (url) => (ours(url) ? url : null),
    createScript: () => null,
  })
}

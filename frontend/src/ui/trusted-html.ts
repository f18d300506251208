interface Policies {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string },
  ): {
    createHTML: (html: string) => string
  }
}

const { trustedTypes } = globalThis as { trustedTypes?: Policies }

// The page's policy names this one, and nothing else may create it.
const policy = trustedTypes?.createPolicy('vitrine', { createHTML: (html) => html })

/**
 * Marks HTML or XML of our own as safe to parse, where the browser has Trusted Types. Only for what a server component has rendered or
 * our server has drawn: the browser refuses all other text (features/site/trusted-types.ts).
 */
export const trustedHTML = (html: string) => policy?.createHTML(html) ?? html

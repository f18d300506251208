interface Policies {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string },
  ): {
    createHTML: (html: string) => string
  }
}

const { trustedTypes } = globalThis as { trustedTypes?: Policies }

// The content security policy allows this name, and nothing else may create a policy with it.
const policy = trustedTypes?.createPolicy('vitrine', { createHTML: (html) => html })

/**
 * Marks our own HTML or XML as safe to parse, if the browser has Trusted Types. Only for output of a server component or
 * drawings of our server: the browser rejects all other text (features/site/trusted-types.ts).
 */
export const trustedHTML = (html: string) => policy?.createHTML(html) ?? html

/** Texts: preview. */

// Page: post-preview
export const preview = 'Preview'

// Preview post
export const notLoaded = 'We couldn’t load this post. The link may still be valid.'
export const tryAgain = 'Try again'
export const expired = 'This preview has expired'
export const expiredHint =
  'A preview link works for a day. Request a new one from the editors. If the post is published, you’ll find it on'
export const theBlog = 'the blog'
export const notPublishedYet = 'Not published yet. Only people with this link can see it.'
export const publishThisPost = 'Publish this post'
export const notPublished = 'We couldn’t publish this post. Nothing has changed. Try again.'
export const publishedFrom = (publishedAt: string) => `Published. It appears on the blog on ${publishedAt}.`
export const published = 'Published.'
export const readOnBlog = 'Read it on the blog'

// Preview
export const openFullLink =
  'This page shows a post before it is published. Open it with the full link from the editors.'

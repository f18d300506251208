/** Texts: blog. */

// Page: blog slug
export const notFound = 'Not found'
export const pictureOfThePost = (title: string) => `Picture of the post ${title}`
export const blog = 'Blog'
export const workInThisPost = 'The work in this post'
export const worksInThisPost = 'Works in this post'
export const moreIn = (categoryName: string) => `More in ${categoryName}`
export const allPosts = 'All posts'

// Page: blog
/** "Press, interviews and drops.": what the gallery writes about, as its categories name it. */
export function listingDescription(categories: { name: string }[]) {
  const names = categories.map(({ name }, i) => (i === 0 ? name : name[0]!.toLowerCase() + name.slice(1)))
  return names.length === 0 ? 'News.' : `${new Intl.ListFormat('en-GB').format(names)}.`
}
export const searchPosts = 'Search posts'
export const title = 'Title'
export const category = 'Category'
export const all = 'All'
export const date = 'Date'
export const noPostsFound = 'No posts found.'

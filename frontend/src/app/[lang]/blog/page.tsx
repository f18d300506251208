import { listPostCategories, listPosts } from '@/features/post/data'
import { categoryName, parsePosts, postsHref, toFilter } from '@/features/post/model'
import { ListingMemory } from '@/features/post/ui/listing-memory'
import { PostCard } from '@/features/post/ui/post-card'
import { count } from '@/lib/words'
import * as t from '@/messages/blog'
import { listing } from '@/ui/listing'
import { defineListing } from '../define-listing'
import { pictureOf } from '../share'

const { generateMetadata, Page } = defineListing({
  segment: 'blog',
  title: t.blog,
  description: async () => t.listingDescription(await listPostCategories()),
  formats: { 'application/atom+xml': 'feed.xml' },
  parse: parsePosts,
  hrefOf: postsHref,
  load: (query) => listPosts({ filter: toFilter(query), page: query.page }),
  pictureOf: (posts) => {
    const first = posts.find(({ cover }) => cover)
    return first ? pictureOf(first.cover, t.pictureOfThePost(first.title)) : null
  },
  count: (posts) => count(posts, 'post'),
  find: t.searchPosts,
  search: { key: 'title', name: 'postTitle', placeholder: t.title },
  choices: async ({ category, date }) => {
    const categories = await listPostCategories()
    const years = Array.from({ length: 8 }, (_, i) => String(new Date().getUTCFullYear() - i))
    return [
      {
        key: 'category',
        name: 'postCategory',
        label: t.category,
        value: category,
        options: [['', t.all], ...categories.map(({ slug, name }): [string, string] => [slug, name])],
        chip: category && categoryName(categories, category),
      },
      {
        key: 'date',
        name: 'postDate',
        label: t.date,
        value: date,
        options: [['', t.all], ...years.map((year): [string, string] => [year, year])],
        chip: date,
      },
    ]
  },
  show: (posts, lang) => (
    <div className={listing.cards}>
      {posts.map((post) => (
        <PostCard key={post.id} post={post} lang={lang} />
      ))}
    </div>
  ),
  none: t.noPostsFound,
  Memory: ListingMemory,
})

export { generateMetadata }
export default Page

import type { Metadata } from 'next'
import { listPostCategories, listPosts } from '@/features/post/data'
import { categoryName, parsePosts, postsHref, toFilter } from '@/features/post/model'
import { ListingMemory } from '@/features/post/ui/listing-memory'
import { PostCard } from '@/features/post/ui/post-card'
import { alternates, openGraph, pageOfListing, titleOf } from '@/lib/metadata'
import type { RawParams } from '@/lib/params'
import { count } from '@/lib/words'
import { Button } from '@/ui/button'
import { Field, Select } from '@/ui/field'
import { FilterForm } from '@/ui/filter-form'
import { Chips, Empty, ListingHead, listing } from '@/ui/listing'
import { Pagination } from '@/ui/pagination'
import { pictureOf } from '../share'

interface Props {
  params: Promise<{ lang: string }>
  searchParams: Promise<RawParams>
}

const ask = (query: ReturnType<typeof parsePosts>) => listPosts({ filter: toFilter(query), page: query.page })

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { lang } = await params
  const path = `/${lang}/blog/`
  const query = parsePosts(await searchParams)
  const page = await pageOfListing(query, parsePosts({}), async () => (await ask(query)).pageCount)
  const description = 'Press, interviews, podcasts, drops and bulletins for collectors.'
  const first = (await ask(parsePosts({}))).items.find(({ cover }) => cover)
  const picture = first ? pictureOf(first.cover, `Picture of the post ${first.title}`) : null
  return {
    title: titleOf('Blog', query.page),
    description,
    alternates: {
      ...alternates(path, page),
      types: { 'application/rss+xml': `/${lang}/blog/feed.xml` },
    },
    openGraph: openGraph({ title: 'Blog', description, path, picture }),
  }
}

export default async function Page({ params, searchParams }: Props) {
  const { lang } = await params
  const path = `/${lang}/blog/`
  const query = parsePosts(await searchParams)
  const [page, categories] = await Promise.all([ask(query), listPostCategories()])
  const years = Array.from({ length: 8 }, (_, i) => String(new Date().getUTCFullYear() - i))
  const chip = (filter: string, value: string, change: Partial<typeof query>) =>
    value ? [{ filter, value, href: postsHref(path, { ...query, page: 1, ...change }) }] : []
  return (
    <div className={listing.page}>
      <ListingHead title="Blog" count={count(page.totalCount, 'post')} />
      <FilterForm className={listing.form} label="Search posts">
        <div className={listing.find}>
          <Field
            label="Search"
            name="postTitle"
            type="search"
            defaultValue={query.title}
            placeholder="Title"
            autoComplete="off"
          />
          <Button type="submit" kind="quiet">
            Search
          </Button>
        </div>
        <Select label="Category" name="postCategory" defaultValue={query.category}>
          <option value="">All</option>
          {categories.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
        <Select label="Date" name="postDate" defaultValue={query.date}>
          <option value="">All</option>
          {years.map((year) => (
            <option key={year} value={year}>
              {year}
            </option>
          ))}
        </Select>
      </FilterForm>
      <Chips
        chips={[
          ...chip('Search', query.title, { title: '' }),
          ...chip('Category', query.category && categoryName(categories, query.category), { category: '' }),
          ...chip('Date', query.date, { date: '' }),
        ]}
        clearHref={path}
      />
      <div className={listing.cards}>
        {page.items.map((post) => (
          <PostCard key={post.id} post={post} lang={lang} />
        ))}
      </div>
      {page.items.length === 0 && <Empty clearHref={path}>No posts found.</Empty>}
      <Pagination
        page={page.page}
        pageCount={page.pageCount}
        hrefOf={(n) => postsHref(path, { ...query, page: n })}
      />
      <ListingMemory />
    </div>
  )
}

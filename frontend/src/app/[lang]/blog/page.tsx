import type { Metadata } from 'next'
import { listPostCategories, listPosts } from '@/features/post/data'
import { categoryName, parsePosts, postsHref, toFilter } from '@/features/post/model'
import { ListingMemory } from '@/features/post/ui/listing-memory'
import { PostCard } from '@/features/post/ui/post-card'
import { alternates, openGraph, pageOfListing, titleOf } from '@/lib/metadata'
import type { RawParams } from '@/lib/params'
import { count } from '@/lib/words'
import * as t from '@/messages/blog'
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
  const description = t.listingDescription(await listPostCategories())
  const first = (await ask(parsePosts({}))).items.find(({ cover }) => cover)
  const picture = first ? pictureOf(first.cover, t.pictureOfThePost(first.title)) : null
  return {
    title: titleOf(t.blog, query.page),
    description,
    alternates: {
      ...alternates(path, page),
      types: { 'application/rss+xml': `/${lang}/blog/feed.xml` },
    },
    openGraph: openGraph({ title: t.blog, description, path, picture }),
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
      <ListingHead title={t.blog} count={count(page.totalCount, 'post')} />
      <FilterForm className={listing.form} label={t.searchPosts}>
        <div className={listing.find}>
          <Field
            label={t.search}
            name="postTitle"
            type="search"
            defaultValue={query.title}
            placeholder={t.title}
            autoComplete="off"
          />
          <Button type="submit" kind="quiet">
            {t.search}
          </Button>
        </div>
        <Select label={t.category} name="postCategory" defaultValue={query.category}>
          <option value="">{t.all}</option>
          {categories.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
        <Select label={t.date} name="postDate" defaultValue={query.date}>
          <option value="">{t.all}</option>
          {years.map((year) => (
            <option key={year} value={year}>
              {year}
            </option>
          ))}
        </Select>
      </FilterForm>
      <Chips
        chips={[
          ...chip(t.search, query.title, { title: '' }),
          ...chip(t.category, query.category && categoryName(categories, query.category), { category: '' }),
          ...chip(t.date, query.date, { date: '' }),
        ]}
        clearHref={path}
      />
      <div className={listing.cards}>
        {page.items.map((post) => (
          <PostCard key={post.id} post={post} lang={lang} />
        ))}
      </div>
      {page.items.length === 0 && <Empty clearHref={path}>{t.noPostsFound}</Empty>}
      <Pagination
        page={page.page}
        pageCount={page.pageCount}
        hrefOf={(n) => postsHref(path, { ...query, page: n })}
      />
      <ListingMemory />
    </div>
  )
}

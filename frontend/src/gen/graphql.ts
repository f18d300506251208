/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ArtistFilter = {
  artistName?: StringFilter | null | undefined;
};

export type ArtistSort =
  | 'MOST_ARTWORKS'
  | 'NAME'
  | 'NAME_DESC'
  | 'NEWEST';

/** Price filters and price sorts leave unpriced works out. */
export type ArtworkFilter = {
  artist?: string | number | null | undefined;
  availability?: Array<Availability> | null | undefined;
  category?: Array<string> | null | undefined;
  curator?: string | number | null | undefined;
  drop?: string | number | null | undefined;
  editionSize?: Range | null | undefined;
  /** At most 100. */
  ids?: Array<string | number> | null | undefined;
  purchasePrice?: Range | null | undefined;
  /**
   * Whole words of titles, artists, descriptions and techniques, as web searches are written ("…", or, -). Where no work has them all,
   * words of titles and artists that begin like these, without accents; the page is then loosened.
   */
  search?: string | null | undefined;
};

export type ArtworkSort =
  | 'ARTIST'
  | 'EDITION_ASC'
  | 'EDITION_DESC'
  | 'NEWEST'
  | 'OLDEST'
  | 'PRICE_ASC'
  | 'PRICE_DESC'
  | 'RELEVANCE'
  | 'TITLE';

export type Availability =
  | 'AVAILABLE'
  | 'NOT_FOR_SALE'
  | 'RESERVED'
  | 'SOLD_OUT'
  | 'UPCOMING';

export type DateRange = {
  from?: string | null | undefined;
  to?: string | null | undefined;
};

export type DropFilter = {
  search?: string | null | undefined;
  status?: Array<DropStatus> | null | undefined;
};

export type DropSort =
  | 'NEWEST'
  | 'OLDEST'
  /** What is open now, newest first; then what is to open, the next first; then what has ended, newest first. */
  | 'OPEN_FIRST'
  | 'TITLE';

export type DropStatus =
  | 'ENDED'
  | 'LIVE'
  | 'UPCOMING';

export type MediaKind =
  | 'GENERATOR'
  | 'IMAGE'
  | 'VIDEO';

export type PostFilter = {
  postCategory?: string | null | undefined;
  postDate?: DateRange | null | undefined;
  postTitle?: string | null | undefined;
};

/** Both ends included; prices in minor units. */
export type Range = {
  max?: number | null | undefined;
  min?: number | null | undefined;
};

export type StringFilter = {
  contains?: string | null | undefined;
};

export type ArtistsQueryVariables = Exact<{
  filter?: ArtistFilter | null | undefined;
  sort?: ArtistSort | null | undefined;
  page?: number | null | undefined;
}>;


export type ArtistsQuery = { artists: { totalCount: number, page: number, pageCount: number, items: Array<{ id: string, slug: string, name: string, place: string | null, born: number | null, died: number | null, artworkCount: number, otherArtworks: Array<{ media: Array<{ kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> }> }> }> } };

export type ArtistQueryVariables = Exact<{
  slug: string;
  page?: number | null | undefined;
}>;


export type ArtistQuery = { artist: { id: string, slug: string, name: string, bio: string | null, born: number | null, died: number | null, place: string | null, website: string | null, portrait: { kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> } | null, artworks: { totalCount: number, page: number, pageCount: number, items: Array<{ id: string, slug: string, title: string, year: number | null, category: string, editionSize: number, editionsAvailable: number, availability: Availability, purchasePrice: { amount: string, currency: string } | null, artist: { id: string, slug: string, name: string }, media: Array<{ kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> }> }> } } | null };

export type PictureFragment = { kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> };

export type ArtworkCardFragment = { id: string, slug: string, title: string, year: number | null, category: string, editionSize: number, editionsAvailable: number, availability: Availability, purchasePrice: { amount: string, currency: string } | null, artist: { id: string, slug: string, name: string }, media: Array<{ kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> }> };

export type ArtworksQueryVariables = Exact<{
  filter?: ArtworkFilter | null | undefined;
  sort?: ArtworkSort | null | undefined;
  page?: number | null | undefined;
}>;


export type ArtworksQuery = { artworks: { totalCount: number, page: number, pageCount: number, loosened: boolean, items: Array<{ id: string, slug: string, title: string, year: number | null, category: string, editionSize: number, editionsAvailable: number, availability: Availability, purchasePrice: { amount: string, currency: string } | null, artist: { id: string, slug: string, name: string }, media: Array<{ kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> }> }> } };

export type CategoriesQueryVariables = Exact<{ [key: string]: never; }>;


export type CategoriesQuery = { categories: Array<{ slug: string, name: string, artworkCount: number }> };

export type ArtworkQueryVariables = Exact<{
  slug: string;
  except?: string | number | null | undefined;
}>;


export type ArtworkQuery = { artwork: { chainId: number, medium: string | null, description: string | null, publishedAt: string | null, id: string, slug: string, title: string, year: number | null, category: string, editionSize: number, editionsAvailable: number, availability: Availability, media: Array<{ editionsProven: number | null, kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> }>, attributes: Array<{ name: string, value: string, frequency: number | null }>, drop: { slug: string, title: string, status: DropStatus, startsAt: string } | null, curators: Array<{ slug: string, name: string }>, artist: { id: string, slug: string, name: string, bio: string | null, born: number | null, died: number | null, place: string | null, website: string | null, otherArtworks: Array<{ id: string, slug: string, title: string, year: number | null, category: string, editionSize: number, editionsAvailable: number, availability: Availability, purchasePrice: { amount: string, currency: string } | null, artist: { id: string, slug: string, name: string }, media: Array<{ kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> }> }> }, purchasePrice: { amount: string, currency: string } | null } | null };

export type EditionsQueryVariables = Exact<{
  slug: string;
  from?: number | null | undefined;
}>;


export type EditionsQuery = { artwork: { editions: Array<{ number: number, hash: string }> } | null };

export type ArtworkSummaryQueryVariables = Exact<{
  slug: string;
}>;


export type ArtworkSummaryQuery = { artwork: { chainId: number, id: string, slug: string, title: string, year: number | null, category: string, editionSize: number, editionsAvailable: number, availability: Availability, purchasePrice: { amount: string, currency: string } | null, artist: { id: string, slug: string, name: string }, media: Array<{ kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> }> } | null };

export type ArtworksByIdsQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type ArtworksByIdsQuery = { artworks: { items: Array<{ id: string, slug: string, title: string, year: number | null, category: string, editionSize: number, editionsAvailable: number, availability: Availability, purchasePrice: { amount: string, currency: string } | null, artist: { id: string, slug: string, name: string }, media: Array<{ kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> }> }> } };

export type ArtworkSlugsQueryVariables = Exact<{
  page?: number | null | undefined;
}>;


export type ArtworkSlugsQuery = { artworks: { pageCount: number, items: Array<{ slug: string, publishedAt: string | null }> } };

export type CuratorsQueryVariables = Exact<{ [key: string]: never; }>;


export type CuratorsQuery = { curators: Array<{ slug: string, name: string, role: string | null, bio: string | null }> };

export type CuratorQueryVariables = Exact<{
  slug: string;
  page?: number | null | undefined;
}>;


export type CuratorQuery = { curator: { id: string, slug: string, name: string, role: string | null, bio: string | null, portrait: { kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> } | null, drops: Array<{ id: string, slug: string, title: string, summary: string | null, status: DropStatus, startsAt: string, endsAt: string | null, artworkCount: number, curator: { slug: string, name: string } | null, cover: { kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> } | null }>, artworks: { totalCount: number, page: number, pageCount: number, items: Array<{ id: string, slug: string, title: string, year: number | null, category: string, editionSize: number, editionsAvailable: number, availability: Availability, purchasePrice: { amount: string, currency: string } | null, artist: { id: string, slug: string, name: string }, media: Array<{ kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> }> }> } } | null };

export type DropCardFragment = { id: string, slug: string, title: string, summary: string | null, status: DropStatus, startsAt: string, endsAt: string | null, artworkCount: number, curator: { slug: string, name: string } | null, cover: { kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> } | null };

export type DropsQueryVariables = Exact<{
  filter?: DropFilter | null | undefined;
  sort?: DropSort | null | undefined;
  page?: number | null | undefined;
}>;


export type DropsQuery = { drops: { totalCount: number, page: number, pageCount: number, items: Array<{ id: string, slug: string, title: string, summary: string | null, status: DropStatus, startsAt: string, endsAt: string | null, artworkCount: number, curator: { slug: string, name: string } | null, cover: { kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> } | null }> } };

export type DropQueryVariables = Exact<{
  slug: string;
  page?: number | null | undefined;
}>;


export type DropQuery = { drop: { body: string | null, editionsTotal: number, editionsSold: number, id: string, slug: string, title: string, summary: string | null, status: DropStatus, startsAt: string, endsAt: string | null, artworkCount: number, artworks: { totalCount: number, page: number, pageCount: number, items: Array<{ id: string, slug: string, title: string, year: number | null, category: string, editionSize: number, editionsAvailable: number, availability: Availability, purchasePrice: { amount: string, currency: string } | null, artist: { id: string, slug: string, name: string }, media: Array<{ kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> }> }> }, curator: { slug: string, name: string } | null, cover: { kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> } | null } | null };

export type PageQueryVariables = Exact<{
  slug: string;
}>;


export type PageQuery = { page: { slug: string, title: string, body: string, version: string | null, updatedAt: string | null } | null };

export type PostCardFragment = { id: string, slug: string, title: string, category: string, summary: string | null, author: string | null, publishedAt: string, cover: { kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> } | null };

export type PostsQueryVariables = Exact<{
  filter?: PostFilter | null | undefined;
  page?: number | null | undefined;
}>;


export type PostsQuery = { posts: { totalCount: number, page: number, pageCount: number, items: Array<{ id: string, slug: string, title: string, category: string, summary: string | null, author: string | null, publishedAt: string, cover: { kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> } | null }> } };

export type PostQueryVariables = Exact<{
  slug: string;
}>;


export type PostQuery = { post: { body: string | null, id: string, slug: string, title: string, category: string, summary: string | null, author: string | null, publishedAt: string, cover: { kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> } | null } | null };

export type PostPreviewQueryVariables = Exact<{
  token: string;
}>;


export type PostPreviewQuery = { postPreview: { body: string | null, id: string, slug: string, title: string, category: string, summary: string | null, author: string | null, publishedAt: string, cover: { kind: MediaKind, url: string | null, alt: string, width: number | null, height: number | null, color: string | null, blur: string | null, sourceUrl: string | null, poster: string | null, generatorPath: string | null, deterministic: boolean | null, duration: number | null, renditions: Array<{ url: string, width: number, height: number, type: string }> } | null } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const PictureFragmentDoc = new TypedDocumentString(`
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}
    `, {"fragmentName":"Picture"}) as unknown as TypedDocumentString<PictureFragment, unknown>;
export const ArtworkCardFragmentDoc = new TypedDocumentString(`
    fragment ArtworkCard on Artwork {
  id
  slug
  title
  year
  category
  editionSize
  editionsAvailable
  availability
  purchasePrice {
    amount
    currency
  }
  artist {
    id
    slug
    name
  }
  media {
    ...Picture
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}`, {"fragmentName":"ArtworkCard"}) as unknown as TypedDocumentString<ArtworkCardFragment, unknown>;
export const DropCardFragmentDoc = new TypedDocumentString(`
    fragment DropCard on Drop {
  id
  slug
  title
  summary
  status
  startsAt
  endsAt
  artworkCount
  curator {
    slug
    name
  }
  cover {
    ...Picture
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}`, {"fragmentName":"DropCard"}) as unknown as TypedDocumentString<DropCardFragment, unknown>;
export const PostCardFragmentDoc = new TypedDocumentString(`
    fragment PostCard on Post {
  id
  slug
  title
  category
  summary
  author
  publishedAt
  cover {
    ...Picture
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}`, {"fragmentName":"PostCard"}) as unknown as TypedDocumentString<PostCardFragment, unknown>;
export const ArtistsDocument = new TypedDocumentString(`
    query Artists($filter: ArtistFilter, $sort: ArtistSort, $page: Int) {
  artists(filter: $filter, sort: $sort, page: $page) {
    items {
      id
      slug
      name
      place
      born
      died
      artworkCount
      otherArtworks(first: 1) {
        media {
          ...Picture
        }
      }
    }
    totalCount
    page
    pageCount
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}`) as unknown as TypedDocumentString<ArtistsQuery, ArtistsQueryVariables>;
export const ArtistDocument = new TypedDocumentString(`
    query Artist($slug: String!, $page: Int) {
  artist(slug: $slug) {
    id
    slug
    name
    bio
    born
    died
    place
    website
    portrait {
      ...Picture
    }
    artworks(page: $page) {
      items {
        ...ArtworkCard
      }
      totalCount
      page
      pageCount
    }
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}
fragment ArtworkCard on Artwork {
  id
  slug
  title
  year
  category
  editionSize
  editionsAvailable
  availability
  purchasePrice {
    amount
    currency
  }
  artist {
    id
    slug
    name
  }
  media {
    ...Picture
  }
}`) as unknown as TypedDocumentString<ArtistQuery, ArtistQueryVariables>;
export const ArtworksDocument = new TypedDocumentString(`
    query Artworks($filter: ArtworkFilter, $sort: ArtworkSort, $page: Int) {
  artworks(filter: $filter, sort: $sort, page: $page) {
    items {
      ...ArtworkCard
    }
    totalCount
    page
    pageCount
    loosened
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}
fragment ArtworkCard on Artwork {
  id
  slug
  title
  year
  category
  editionSize
  editionsAvailable
  availability
  purchasePrice {
    amount
    currency
  }
  artist {
    id
    slug
    name
  }
  media {
    ...Picture
  }
}`) as unknown as TypedDocumentString<ArtworksQuery, ArtworksQueryVariables>;
export const CategoriesDocument = new TypedDocumentString(`
    query Categories {
  categories {
    slug
    name
    artworkCount
  }
}
    `) as unknown as TypedDocumentString<CategoriesQuery, CategoriesQueryVariables>;
export const ArtworkDocument = new TypedDocumentString(`
    query Artwork($slug: String!, $except: ID) {
  artwork(slug: $slug) {
    ...ArtworkCard
    media {
      editionsProven
    }
    chainId
    medium
    description
    publishedAt
    attributes {
      name
      value
      frequency
    }
    drop {
      slug
      title
      status
      startsAt
    }
    curators {
      slug
      name
    }
    artist {
      id
      slug
      name
      bio
      born
      died
      place
      website
      otherArtworks(except: $except, first: 6) {
        ...ArtworkCard
      }
    }
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}
fragment ArtworkCard on Artwork {
  id
  slug
  title
  year
  category
  editionSize
  editionsAvailable
  availability
  purchasePrice {
    amount
    currency
  }
  artist {
    id
    slug
    name
  }
  media {
    ...Picture
  }
}`) as unknown as TypedDocumentString<ArtworkQuery, ArtworkQueryVariables>;
export const EditionsDocument = new TypedDocumentString(`
    query Editions($slug: String!, $from: Int) {
  artwork(slug: $slug) {
    editions(from: $from, first: 27) {
      number
      hash
    }
  }
}
    `) as unknown as TypedDocumentString<EditionsQuery, EditionsQueryVariables>;
export const ArtworkSummaryDocument = new TypedDocumentString(`
    query ArtworkSummary($slug: String!) {
  artwork(slug: $slug) {
    ...ArtworkCard
    chainId
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}
fragment ArtworkCard on Artwork {
  id
  slug
  title
  year
  category
  editionSize
  editionsAvailable
  availability
  purchasePrice {
    amount
    currency
  }
  artist {
    id
    slug
    name
  }
  media {
    ...Picture
  }
}`) as unknown as TypedDocumentString<ArtworkSummaryQuery, ArtworkSummaryQueryVariables>;
export const ArtworksByIdsDocument = new TypedDocumentString(`
    query ArtworksByIds($ids: [ID!]!) {
  artworks(filter: {ids: $ids}) {
    items {
      ...ArtworkCard
    }
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}
fragment ArtworkCard on Artwork {
  id
  slug
  title
  year
  category
  editionSize
  editionsAvailable
  availability
  purchasePrice {
    amount
    currency
  }
  artist {
    id
    slug
    name
  }
  media {
    ...Picture
  }
}`) as unknown as TypedDocumentString<ArtworksByIdsQuery, ArtworksByIdsQueryVariables>;
export const ArtworkSlugsDocument = new TypedDocumentString(`
    query ArtworkSlugs($page: Int) {
  artworks(sort: NEWEST, page: $page) {
    items {
      slug
      publishedAt
    }
    pageCount
  }
}
    `) as unknown as TypedDocumentString<ArtworkSlugsQuery, ArtworkSlugsQueryVariables>;
export const CuratorsDocument = new TypedDocumentString(`
    query Curators {
  curators {
    slug
    name
    role
    bio
  }
}
    `) as unknown as TypedDocumentString<CuratorsQuery, CuratorsQueryVariables>;
export const CuratorDocument = new TypedDocumentString(`
    query Curator($slug: String!, $page: Int) {
  curator(slug: $slug) {
    id
    slug
    name
    role
    bio
    portrait {
      ...Picture
    }
    drops {
      ...DropCard
    }
    artworks(page: $page) {
      items {
        ...ArtworkCard
      }
      totalCount
      page
      pageCount
    }
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}
fragment ArtworkCard on Artwork {
  id
  slug
  title
  year
  category
  editionSize
  editionsAvailable
  availability
  purchasePrice {
    amount
    currency
  }
  artist {
    id
    slug
    name
  }
  media {
    ...Picture
  }
}
fragment DropCard on Drop {
  id
  slug
  title
  summary
  status
  startsAt
  endsAt
  artworkCount
  curator {
    slug
    name
  }
  cover {
    ...Picture
  }
}`) as unknown as TypedDocumentString<CuratorQuery, CuratorQueryVariables>;
export const DropsDocument = new TypedDocumentString(`
    query Drops($filter: DropFilter, $sort: DropSort, $page: Int) {
  drops(filter: $filter, sort: $sort, page: $page) {
    items {
      ...DropCard
    }
    totalCount
    page
    pageCount
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}
fragment DropCard on Drop {
  id
  slug
  title
  summary
  status
  startsAt
  endsAt
  artworkCount
  curator {
    slug
    name
  }
  cover {
    ...Picture
  }
}`) as unknown as TypedDocumentString<DropsQuery, DropsQueryVariables>;
export const DropDocument = new TypedDocumentString(`
    query Drop($slug: String!, $page: Int) {
  drop(slug: $slug) {
    ...DropCard
    body
    editionsTotal
    editionsSold
    artworks(page: $page) {
      items {
        ...ArtworkCard
      }
      totalCount
      page
      pageCount
    }
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}
fragment ArtworkCard on Artwork {
  id
  slug
  title
  year
  category
  editionSize
  editionsAvailable
  availability
  purchasePrice {
    amount
    currency
  }
  artist {
    id
    slug
    name
  }
  media {
    ...Picture
  }
}
fragment DropCard on Drop {
  id
  slug
  title
  summary
  status
  startsAt
  endsAt
  artworkCount
  curator {
    slug
    name
  }
  cover {
    ...Picture
  }
}`) as unknown as TypedDocumentString<DropQuery, DropQueryVariables>;
export const PageDocument = new TypedDocumentString(`
    query Page($slug: String!) {
  page(slug: $slug) {
    slug
    title
    body
    version
    updatedAt
  }
}
    `) as unknown as TypedDocumentString<PageQuery, PageQueryVariables>;
export const PostsDocument = new TypedDocumentString(`
    query Posts($filter: PostFilter, $page: Int) {
  posts(filter: $filter, page: $page) {
    items {
      ...PostCard
    }
    totalCount
    page
    pageCount
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}
fragment PostCard on Post {
  id
  slug
  title
  category
  summary
  author
  publishedAt
  cover {
    ...Picture
  }
}`) as unknown as TypedDocumentString<PostsQuery, PostsQueryVariables>;
export const PostDocument = new TypedDocumentString(`
    query Post($slug: String!) {
  post(slug: $slug) {
    ...PostCard
    body
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}
fragment PostCard on Post {
  id
  slug
  title
  category
  summary
  author
  publishedAt
  cover {
    ...Picture
  }
}`) as unknown as TypedDocumentString<PostQuery, PostQueryVariables>;
export const PostPreviewDocument = new TypedDocumentString(`
    query PostPreview($token: String!) {
  postPreview(token: $token) {
    ...PostCard
    body
  }
}
    fragment Picture on Media {
  kind
  url
  renditions {
    url
    width
    height
    type
  }
  alt
  width
  height
  color
  blur
  sourceUrl
  poster
  generatorPath
  deterministic
  duration
}
fragment PostCard on Post {
  id
  slug
  title
  category
  summary
  author
  publishedAt
  cover {
    ...Picture
  }
}`) as unknown as TypedDocumentString<PostPreviewQuery, PostPreviewQueryVariables>;
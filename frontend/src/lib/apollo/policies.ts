import type { TypePolicies } from '@apollo/client'

/** How results are cached, on the server and in the browser. Types that aren't listed are cached by their `id`, or inside their parent. */
export const typePolicies: TypePolicies = {
  // These have a slug and no id.
  Category: { keyFields: ['slug'] },
  Page: { keyFields: ['slug'] },
  // Media have no key, so a new list replaces the previous one.
  Artwork: { fields: { media: { merge: false } } },
  Artist: { fields: { portrait: { merge: true } } },
  Curator: { fields: { portrait: { merge: true } } },
  Drop: { fields: { cover: { merge: true } } },
  Post: { fields: { cover: { merge: true } } },
}

import type { TypePolicies } from '@apollo/client'

/** How results are stored, on the server and in the browser. What isn't named here is stored by its `id`, or inside its parent. */
export const typePolicies: TypePolicies = {
  // These have a slug and no id.
  Category: { keyFields: ['slug'] },
  Page: { keyFields: ['slug'] },
  // Media have no key: a list replaces the list before it.
  Artwork: { fields: { media: { merge: false } } },
  Artist: { fields: { portrait: { merge: true } } },
  Curator: { fields: { portrait: { merge: true } } },
  Drop: { fields: { cover: { merge: true } } },
  Post: { fields: { cover: { merge: true } } },
}

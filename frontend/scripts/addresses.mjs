// One address of each kind of page of a running instance.
export const base = (process.env.BASE_URL ?? 'http://localhost:8080').replace(/\/$/, '')

const query = `{ artworks(sort: OLDEST) { items { slug availability } } artists { items { slug } }
  drops(filter: { status: [LIVE] }) { items { slug } } posts { items { slug } } }`

export async function addresses() {
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data } = await response.json()
  const { items } = data.artworks
  const artwork = (items.find(({ availability }) => availability === 'AVAILABLE') ?? items[0]).slug
  return {
    home: '/en/',
    listing: '/en/artworks/',
    artwork: `/en/artworks/${artwork}/`,
    artist: `/en/artists/${data.artists.items[0].slug}/`,
    drop: data.drops.items[0] ? `/en/drops/${data.drops.items[0].slug}/` : '/en/drops/',
    post: `/en/blog/${data.posts.items[0].slug}/`,
    checkout: `/en/artworks/${artwork}/checkout/`,
  }
}

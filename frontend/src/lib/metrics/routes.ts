import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const route = z.object({ page: z.string(), regex: z.string() })
const manifest = z.object({ staticRoutes: z.array(route), dynamicRoutes: z.array(route) })

/** Returns the route of an address: a page of the site such as `/[lang]/artworks/[slug]`, `assets`, or `none`. */
export type RouteOf = (url: string) => string

/** The routes of the build, so that their number is limited. */
export async function routesOf(folder = '.next'): Promise<RouteOf> {
  const text = await readFile(join(folder, 'routes-manifest.json'), 'utf8')
  const { staticRoutes, dynamicRoutes } = manifest.parse(JSON.parse(text))
  const routes = [...staticRoutes, ...dynamicRoutes].map(
    ({ page, regex }) => [page, new RegExp(regex)] as const,
  )
  return (url) => {
    const path = url.split('?', 1)[0] ?? ''
    if (path.startsWith('/_next/')) return 'assets'
    return routes.find(([, regex]) => regex.test(path))?.[0] ?? 'none'
  }
}

'use client'

import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { connection, savesData } from './thrift'

/** An internal link. Its page is prefetched, except for visitors who save data or have a slow connection. */
export function Link({ prefetch, ...rest }: ComponentProps<typeof NextLink>) {
  // Prefetching doesn't change the output, so server and browser may differ.
  return <NextLink {...rest} prefetch={savesData(connection()) ? false : prefetch} />
}

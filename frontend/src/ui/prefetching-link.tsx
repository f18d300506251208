'use client'

import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { useThrift } from './thrift'

/** A link inside the house. Its page is fetched ahead, except for visitors who save data or have a slow line. */
export function Link({ prefetch, ...rest }: ComponentProps<typeof NextLink>) {
  return <NextLink {...rest} prefetch={useThrift() ? false : prefetch} />
}

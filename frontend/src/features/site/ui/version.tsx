'use client'

import { useEffect, useState } from 'react'
import * as t from '@/messages/site'

/** The version this page came from, if the deployment shows it. */
export function Version() {
  const [version, setVersion] = useState('')
  useEffect(() => {
    import('@/lib/config')
      .then(({ siteConfig }) => siteConfig())
      .then(({ version: known, flags }) => setVersion(flags.showVersion ? known : ''))
      .catch(() => undefined)
  }, [])
  return version && <>{t.version(version.slice(0, 12))}</>
}

'use client'

import { useEffect, useState } from 'react'

/** The version this page came from, if the deployment shows it. */
export function Version() {
  const [version, setVersion] = useState('')
  useEffect(() => {
    import('@/lib/config')
      .then(({ siteConfig }) => siteConfig())
      .then(({ version: known, flags }) => setVersion(flags.showVersion ? known : ''))
      .catch(() => undefined)
  }, [])
  return version && <>Version {version.slice(0, 12)}</>
}

'use client'

import { useEffect, useState } from 'react'
import * as t from '@/messages/site'

/** A release, such as 1.2.3. The id of a build says nothing to a shopper. */
const release = /^v?\d+\.\d/

/** The release this page came from, if the deployment shows it. */
export function Version() {
  const [version, setVersion] = useState('')
  useEffect(() => {
    import('@/lib/config')
      .then(({ siteConfig }) => siteConfig())
      .then(({ version: known, flags }) => setVersion(flags.showVersion && release.test(known) ? known : ''))
      .catch(() => undefined)
  }, [])
  return version && <>{t.version(version)}</>
}

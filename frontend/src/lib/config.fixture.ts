import type { SiteConfig } from './config'

/** Settings for tests: everything that isn't given is off. */
export const configWith = (settings: Partial<SiteConfig>): SiteConfig => ({
  analyticsUrl: '',
  artOrigin: '',
  buildId: '',
  certificateIssuers: [],
  chains: [],
  checkout: { holdSeconds: 0, orderPollSeconds: 10 },
  collection: { pollSeconds: 60 },
  currency: 'USD',
  environment: '',
  flags: { sessionRecording: false, showVersion: false },
  maintenance: false,
  sentryDsn: '',
  version: '',
  ...settings,
})

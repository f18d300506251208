import { api, withSecret } from '@/lib/api/client'

/** Reports a login that was not the person's. */
export const reportLogin = (secret: string) =>
  api.POST('/api/auth/login-alerts/link/report', { ...withSecret(secret), body: {} })

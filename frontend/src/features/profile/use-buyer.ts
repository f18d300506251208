'use client'

import { useCallback, useEffect, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import { useAuth } from '@/lib/session/store'
import { type Session, useLastingSession } from '@/lib/session/use-session'
import { followStorage } from '@/lib/storage'
import { approvesBySignature, type IdentityUser, type Profile, rightsOf } from './model'
import {
  ensureLoaded,
  followSession,
  loadIdentityUser,
  loadProfile,
  useIdentityUser,
  useProfile,
} from './store'

export interface Buyer extends ReturnType<typeof rightsOf> {
  session: Session
  profile: Profile | null
  identityUser: IdentityUser | null
  /** Everything above comes from the server, not from an earlier visit. */
  settled: boolean
  /** Requests are approved with a wallet's signature, not with an emailed link; false until that is known. */
  bySignature: boolean
  /** Why loading failed, as a text for people. */
  problem: string
  reload: () => Promise<void>
}

/** The visitor and their permissions. */
export function useBuyer(): Buyer {
  const session = useLastingSession()
  const profile = useProfile((state) => state.profile)
  const fetched = useProfile((state) => state.fetched)
  const identityUser = useIdentityUser((state) => state.identityUser)
  const known = useIdentityUser((state) => state.known)
  const accessToken = useAuth((state) => state.accessToken)
  const [problem, setProblem] = useState('')
  const member = session.status === 'member'

  useEffect(() => {
    const stops = [followStorage(useProfile), followStorage(useIdentityUser), followSession()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  useEffect(() => {
    if (!member) return
    ensureLoaded().then(
      () => setProblem(''),
      (error: unknown) => setProblem(wordsOf(error)),
    )
  }, [member])

  const reload = useCallback(async () => {
    setProblem('')
    try {
      await Promise.all([loadProfile(), loadIdentityUser()])
    } catch (error) {
      setProblem(wordsOf(error))
    }
  }, [])

  return {
    session,
    bySignature: member && known && approvesBySignature(identityUser, session.user),
    profile: member ? profile : null,
    identityUser: member ? identityUser : null,
    settled: session.status === 'anonymous' || (member && fetched && known),
    problem,
    reload,
    ...rightsOf(profile, identityUser, accessToken),
  }
}

import { useProfile } from './store'

/** Calls `callback` with the id of the visitor's profile once it is known, and with each later one. */
export function onProfile(callback: (id: string) => void) {
  const report = ({ profile }: { profile: { _id: string } | null }) => {
    if (profile) callback(profile._id)
  }
  report(useProfile.getState())
  useProfile.subscribe(report)
}

import { useProfile } from './store'

/** Calls `tell` with the id of the visitor's profile once it is known, and with each later one. */
export function followProfile(tell: (id: string) => void) {
  const look = ({ profile }: { profile: { _id: string } | null }) => {
    if (profile) tell(profile._id)
  }
  look(useProfile.getState())
  useProfile.subscribe(look)
}

'use client'

import { type ChangeEvent, useEffect, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import * as t from '@/messages/portrait'
import { Button } from '@/ui/button'
import { avatarProblem, type Profile } from '../model'
import { uploadAvatar, useProfile } from '../store'
import styles from './profile.module.css'

/** A portrait: choose it, preview it, then store it. */
export function Avatar({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const [chosen, setChosen] = useState<{ file: File; preview: string } | null>(null)
  const [problem, setProblem] = useState('')
  const uploading = useProfile((state) => state.uploadingProfileAvatarLoading)

  useEffect(() => {
    if (chosen) return () => URL.revokeObjectURL(chosen.preview)
  }, [chosen])

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    const wrong = file && avatarProblem(file)
    setProblem(wrong ?? '')
    setChosen(file && !wrong ? { file, preview: URL.createObjectURL(file) } : null)
  }

  async function store() {
    if (!chosen) return
    try {
      await uploadAvatar(chosen.file)
      setChosen(null)
      onSaved()
    } catch (error) {
      setProblem(wordsOf(error))
    }
  }

  const shown = chosen?.preview ?? profile.avatar?.url
  return (
    <div className={styles.avatar}>
      {shown ? (
        <img src={shown} alt={chosen ? t.thePortraitYouChose : t.yourPortrait} className={styles.portrait} />
      ) : (
        <span className={styles.portrait} aria-hidden="true" />
      )}
      <div className={styles.pick}>
        <label>
          {t.portrait}
          <br />
          <input type="file" accept="image/png,image/jpeg,image/gif,image/webp" onChange={choose} />
        </label>
        {problem && <p role="alert">{problem}</p>}
      </div>
      {chosen && (
        <Button kind="quiet" busy={uploading} onClick={store}>
          {t.useThisPortrait}
        </Button>
      )}
    </div>
  )
}

'use client'

import { useEffect, useId, useState } from 'react'
import { wordsOf } from '@/lib/api/error'
import * as t from '@/messages/portrait'
import { Button } from '@/ui/button'
import { FileButton } from '@/ui/file-button'
import { Notice } from '@/ui/notice'
import { initialsOf, type Profile } from '../model'
import { avatarProblem, avatarTypes } from '../portrait'
import { uploadAvatar, useProfile } from '../store'
import styles from './profile.module.css'

/** A portrait: choose it, preview it, then store it. */
export function Avatar({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const [chosen, setChosen] = useState<{ file: File; preview: string } | null>(null)
  const [problem, setProblem] = useState('')
  const id = useId()
  const uploading = useProfile((state) => state.uploadingProfileAvatarLoading)

  useEffect(() => {
    if (chosen) return () => URL.revokeObjectURL(chosen.preview)
  }, [chosen])

  function choose(file: File) {
    const wrong = avatarProblem(file)
    setProblem(wrong ?? '')
    setChosen(wrong ? null : { file, preview: URL.createObjectURL(file) })
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
        <span className={styles.portrait} aria-hidden="true">
          {initialsOf(profile)}
        </span>
      )}
      <div className={styles.pick}>
        <div className={styles.actions}>
          <FileButton
            accept={avatarTypes.join(',')}
            onChoose={choose}
            aria-describedby={`${id}-hint${problem ? ` ${id}-error` : ''}`}
            aria-invalid={problem ? true : undefined}
          >
            {shown ? t.replacePortrait : t.choosePortrait}
          </FileButton>
          {chosen && (
            <Button busy={uploading} onClick={store}>
              {t.useThisPortrait}
            </Button>
          )}
        </div>
        <p id={`${id}-hint`} className={styles.note}>
          {t.portraitHint}
        </p>
        {problem && (
          <div id={`${id}-error`}>
            <Notice kind="alarm">{problem}</Notice>
          </div>
        )}
      </div>
    </div>
  )
}

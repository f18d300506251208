import { create } from 'zustand'
import { unique } from '@/lib/unique'
import { added, cleared, dismissed, type Notification, without } from './model'

export const useNotifications = create<{ notifications: Notification[] }>(() => ({ notifications: [] }))

type Notice = Omit<Notification, 'id' | 'persist' | 'kind'> & Partial<Pick<Notification, 'persist' | 'kind'>>

export const notify = (notice: Notice) =>
  useNotifications.setState(({ notifications }) => ({
    notifications: added(notifications, {
      id: unique(),
      kind: 'plain',
      persist: false,
      ...notice,
    }),
  }))

export const dismiss = () =>
  useNotifications.setState(({ notifications }) => ({ notifications: dismissed(notifications) }))

/** Removes a notification that no longer applies. */
export const withdraw = (key: string) =>
  useNotifications.setState(({ notifications }) => ({ notifications: without(notifications, key) }))

export const clearNotifications = () =>
  useNotifications.setState(({ notifications }) => ({ notifications: cleared(notifications) }))

import { api, dataOf, type Schemas } from './api/client'

/** The timeout in milliseconds for the start of the service worker and for the browser's push service. */
const patience = 20_000

/** The browser could not subscribe, because its push service is unreachable or missing. */
export class SubscribeError extends Error {}

/** Whether this browser gets notifications, or why it can't. */
export type Push =
  /** The browser doesn't support notifications for websites. */
  | 'unsupported'
  /** The browser supports them only for websites on the home screen: iOS and iPadOS from 16.4. */
  | 'homeScreen'
  /** The gallery doesn't send any. */
  | 'closed'
  /** The person, or the browser's administrator, blocked them for this site. */
  | 'blocked'
  | 'off'
  | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether this is a tab on iOS or iPadOS, and not a website that was opened from the home screen. Other browsers lack the property. */
const isTabOnIOS = () => 'standalone' in navigator && navigator.standalone === false

interface Known {
  supported: boolean
  /** Whether the browser would support them if the person opened the site from the home screen. */
  needsHomeScreen: boolean
  permission: NotificationPermission
  /** The gallery's key; empty if it sends no notifications. */
  publicKey: string
  /** Whether the browser has subscribed, and the server has the subscription for this account. */
  subscribed: boolean
}

/** The state of notifications in this browser. */
export function stateOf({ supported, needsHomeScreen, permission, publicKey, subscribed }: Known): Push {
  if (publicKey === '') return 'closed'
  if (!supported) return needsHomeScreen ? 'homeScreen' : 'unsupported'
  if (permission === 'denied') return 'blocked'
  return subscribed && permission === 'granted' ? 'on' : 'off'
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))

export function textOf(bytes: ArrayBuffer | null | undefined): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The server's id of a subscription, because its endpoint is a secret. */
export async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SubscribeError('no response in time')), patience)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** The browser's subscription, null without one. */
async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function save(subscription: PushSubscription, publicKey: string): Promise<Schemas['Push']> {
  return dataOf(
    api.POST('/api/push', {
      body: {
        endpoint: subscription.endpoint,
        p256dh: textOf(subscription.getKey('p256dh')),
        auth: textOf(subscription.getKey('auth')),
        publicKey,
      },
    }),
  )
}

const isOf = (subscription: PushSubscription, publicKey: string) =>
  textOf(subscription.options.applicationServerKey) === publicKey

/** Subscribes this browser with the gallery's key. Throws SubscribeError. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  // The service worker is registered once the page is idle, which may be later than the click.
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await inTime(navigator.serviceWorker.ready)
  let subscription = await pushManager.getSubscription()
  if (subscription && !isOf(subscription, publicKey)) {
    await subscription.unsubscribe()
    subscription = null
  }
  if (!subscription) {
    try {
      subscription = await inTime(
        pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }),
      )
    } catch (error) {
      throw new SubscribeError('the browser did not subscribe', { cause: error })
    }
  }
  return subscription
}

/**
 * Reads whether this browser gets the account's notifications. A subscription of an earlier login then belongs to the current session
 * and ends with it. Throws what the API throws.
 */
export async function look(signal?: AbortSignal): Promise<{ state: Push; publicKey: string }> {
  const { publicKey, subscriptions } = await dataOf(api.GET('/api/push', { signal }))
  const supported = isSupported()
  const permission = supported ? Notification.permission : 'default'
  const subscription = supported && publicKey ? await current() : null
  let subscribed = false
  if (subscription) {
    const id = await idOf(subscription.endpoint)
    const known = subscriptions.find((subscription) => subscription.id === id)
    subscribed = known !== undefined
    // The gallery has a new key. Notifications with the old one still arrive.
    if (known && !isOf(subscription, publicKey)) {
      if (permission === 'granted') await save(await subscribe(publicKey), publicKey)
    } else if (known && !known.thisSession) await save(subscription, publicKey)
  }
  const needsHomeScreen = !supported && isTabOnIOS()
  return { state: stateOf({ supported, needsHomeScreen, permission, publicKey, subscribed }), publicKey }
}

/**
 * Asks for permission and subscribes this browser. Call it in a click handler, because browsers ask only then. Throws SubscribeError, and what
 * API throws.
 */
export async function turnOn(publicKey: string): Promise<Push> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted')
    return stateOf({ supported: true, needsHomeScreen: false, permission, publicKey, subscribed: false })
  await save(await subscribe(publicKey), publicKey)
  return 'on'
}

/** Ends notifications in this browser. Throws what the API throws. */
export async function turnOff(): Promise<Push> {
  const subscription = await current()
  if (subscription) {
    await api.DELETE('/api/push/{id}', { params: { path: { id: await idOf(subscription.endpoint) } } })
    await subscription.unsubscribe()
  }
  return 'off'
}

/** Ends the browser's subscription after a logout. The server removes its part with the session. */
export async function endPush(): Promise<void> {
  if (isSupported()) await (await current())?.unsubscribe()
}

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { settings } from './settings'

interface Subscribed {
  /** The subscription at the push service. */
  resource: string
  endpoint: string
  publicKey: string
}

/** What a notification says, as the services send it. */
export interface Notified {
  title: string
  body: string
  path: string
  tag: string
  picture?: string
}

/**
 * The part of a browser that subscribes to its push service and decrypts messages. Chromium has its own, but it subscribes at Google's
 * push service only, and not at all in the contexts of these journeys ("AbortError: Registration failed - permission denied"). So
 * subscribing goes to the push service of the instance, with keys of the test, and messages are read there, decrypted here as RFC 8291
 * says and handed to the real service worker.
 */
export class PushBrowser {
  private readonly keys = createECDH('prime256v1')
  private readonly auth = randomBytes(16)
  private subscribed: Subscribed | null = null

  constructor(
    private readonly page: Page,
    private readonly request: APIRequestContext,
  ) {
    this.keys.generateKeys()
  }

  /** Replaces the browser's part in all pages of the context. */
  async install() {
    const context = this.page.context()
    await context.exposeFunction('pushBrowser', async (call: string, publicKey: string) => {
      if (call === 'subscribe') await this.subscribe(publicKey)
      if (call === 'unsubscribe') await this.unsubscribe()
      return this.state()
    })
    await context.addInitScript(() => {
      type State = { endpoint: string; p256dh: string; auth: string; publicKey: string } | null
      const { pushBrowser } = window as unknown as {
        pushBrowser: (call: string, publicKey: string) => Promise<State>
      }
      const bytesOf = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer
      const subscriptionOf = (state: State) =>
        state && {
          endpoint: state.endpoint,
          options: { userVisibleOnly: true, applicationServerKey: bytesOf(state.publicKey) },
          getKey: (name: 'p256dh' | 'auth') => bytesOf(state[name]),
          unsubscribe: async () => {
            await pushBrowser('unsubscribe', '')
            return true
          },
        }
      const replaced = {
        getSubscription: async () => subscriptionOf(await pushBrowser('look', '')),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
          const text = btoa(String.fromCharCode(...applicationServerKey))
          const key = text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
          return subscriptionOf(await pushBrowser('subscribe', key))
        },
      }
      Object.assign(PushManager.prototype, replaced)
    })
  }

  get isSubscribed() {
    return this.subscribed !== null
  }

  private state() {
    if (!this.subscribed) return null
    const { endpoint, publicKey } = this.subscribed
    return {
      endpoint,
      publicKey,
      p256dh: this.keys.getPublicKey().toString('base64url'),
      auth: this.auth.toString('base64url'),
    }
  }

  /** RFC 8030, section 4, for one key (RFC 8292, section 4.1). */
  private async subscribe(publicKey: string) {
    const response = await this.request.post(`${settings.pushURL}/subscribe`, { data: { vapid: publicKey } })
    expect(response.status()).toBe(201)
    const { location, link } = response.headers()
    this.subscribed = { resource: location!, endpoint: /<(.*)>/.exec(link!)![1]!, publicKey }
  }

  private async unsubscribe() {
    if (this.subscribed) await this.request.delete(this.subscribed.resource)
    this.subscribed = null
  }

  /** The notifications that arrived, decrypted. */
  async messages(): Promise<Notified[]> {
    if (!this.subscribed) return []
    const response = await this.request.get(this.subscribed.resource)
    const all = (await response.json()) as { body: string }[]
    return all.map(({ body }) => JSON.parse(this.decrypt(Buffer.from(body, 'base64'))))
  }

  /** RFC 8291, and RFC 8188 with one record. */
  private decrypt(message: Buffer): string {
    const salt = message.subarray(0, 16)
    const sender = message.subarray(21, 86)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.keys.getPublicKey(), sender])
    const ikm = hkdfSync('sha256', this.keys.computeSecret(sender), this.auth, info, 32)
    const part = (name: string, length: number) =>
      Buffer.from(
        hkdfSync('sha256', Buffer.from(ikm), salt, Buffer.from(`Content-Encoding: ${name}\0`), length),
      )
    const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
    decipher.setAuthTag(message.subarray(-16))
    const plain = Buffer.concat([decipher.update(message.subarray(86, -16)), decipher.final()])
    // The last record ends with 2 and zeros.
    return plain.subarray(0, plain.lastIndexOf(2)).toString()
  }

  /** Gives a message to the service worker, as the browser would. */
  async deliver(message: Notified) {
    const devtools = await this.page.context().newCDPSession(this.page)
    const registered = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [registration] = registrations
        if (registration) resolve(registration.registrationId)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(this.page.url()).origin,
      registrationId: await registered,
      data: JSON.stringify(message),
    })
    await devtools.detach()
  }

  /** The notifications that the browser shows. */
  shown() {
    return this.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const all = await registration.getNotifications()
      return all.map(({ title, body, tag, icon }) => ({ title, body, tag, icon }))
    })
  }

  /**
   * Clicks the notification that is shown: the worker's own handler runs. Returns what it did. Only a click of a person may focus a tab or
   * open one, so both are recorded instead.
   */
  async click(): Promise<string[]> {
    const [worker] = this.page.context().serviceWorkers()
    return worker!.evaluate(async () => {
      interface Class {
        prototype: object
      }
      const scope = globalThis as unknown as EventTarget & {
        registration: ServiceWorkerRegistration
        Clients: Class
        WindowClient: Class
        NotificationEvent: new (type: string, init: { notification: Notification }) => Event
      }
      const did: string[] = []
      Object.assign(scope.Clients.prototype, { openWindow: async (url: string) => did.push(`open ${url}`) })
      Object.assign(scope.WindowClient.prototype, {
        async focus(this: { url: string }) {
          did.push(`focus ${this.url}`)
        },
      })
      const [notification] = await scope.registration.getNotifications()
      const event = new scope.NotificationEvent('notificationclick', { notification: notification! })
      const waits: Promise<unknown>[] = []
      // The event of a script can't extend the worker's life.
      Object.assign(event, { waitUntil: (work: Promise<unknown>) => waits.push(work) })
      scope.dispatchEvent(event)
      await Promise.all(waits)
      return did
    })
  }
}

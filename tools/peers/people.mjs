// People who log in, buy and withdraw through the public interface, as a browser and a wallet do.
import { createPublicClient, createWalletClient, http, parseAbi, parseEther } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { chainId } from './gallery.mjs'
import { check, until } from './process.mjs'

/** A response that isn't 2xx. */
export class Refused extends Error {
  constructor(call, status, body) {
    super(`${call}: ${status} ${body.slice(0, 500)}`)
    this.status = status
    this.code = /"code":"(\w+)"/.exec(body)?.[1]
  }
}

/** A browser's cookies. Like a browser's, they don't depend on the port. */
class Cookies {
  #all = new Map()

  keep(url, response) {
    for (const line of response.headers.getSetCookie()) {
      const [pair, ...attributes] = line.split(';').map((part) => part.trim())
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      const attribute = (wanted) => attributes.find((part) => part.toLowerCase().startsWith(wanted))?.split('=')[1]
      const path = attribute('path') ?? '/'
      const key = `${url.hostname} ${name} ${path}`
      const expires = attribute('expires')
      if (attribute('max-age') === '0' || value === '' || (expires && Date.parse(expires) < Date.now())) this.#all.delete(key)
      else this.#all.set(key, { host: url.hostname, name, value, path })
    }
  }

  of(url) {
    return [...this.#all.values()]
      .filter(({ host, path }) => host === url.hostname && (url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`)))
      .sort((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }
}

const decode = (text) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&#x27;', "'")
/** Where the first form of a page leads, and its fields, with the answers of a person. */
function formOf(html, url, answers) {
  const [, head, inside] = /<form([^>]*)>([\s\S]*?)<\/form>/.exec(html) ?? []
  if (head === undefined) return undefined
  const attribute = (text, name) => decode(new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? '')
  const fields = new URLSearchParams()
  for (const [, input] of inside.matchAll(/<(?:input|button)([^>]*)>/g)) {
    const name = attribute(input, 'name')
    if (name) fields.set(name, answers[name] ?? attribute(input, 'value'))
  }
  return { action: new URL(attribute(head, 'action') || url, url), fields }
}

export class Visitor {
  cookies = new Cookies()

  constructor(gallery) {
    this.gallery = gallery
  }

  /** One request of the browser, without redirects. */
  async request(address, { method = 'GET', headers = {}, body } = {}) {
    const url = new URL(address, this.gallery.base)
    const cookie = this.cookies.of(url)
    const response = await fetch(url, {
      method,
      body,
      redirect: 'manual',
      headers: { ...headers, ...(cookie && { cookie }) },
      signal: AbortSignal.timeout(40_000),
    })
    this.cookies.keep(url, response)
    return response
  }

  /** Repeats a call with one idempotency key until it succeeds, as pages do while something is unavailable. */
  insist(method, path, body, seconds = 90) {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    return until(`${method} ${path}`, seconds, () => this.call(method, path, body, headers))
  }

  /** Calls the API. Everything but 2xx is a Refused. */
  async call(method, path, body, headers = {}) {
    const response = await this.request(path, {
      method,
      body: body && JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
        ...headers,
      },
    })
    const text = await response.text()
    if (!response.ok) throw Object.assign(new Refused(`${method} ${path}`, response.status, text), { headers: response.headers })
    return text && JSON.parse(text)
  }

  /**
   * Opens an address, follows redirects, and fills each form with the answers, until a page of the gallery is reached, or another end. Returns
   * that address, and the pages with forms on the way.
   */
  async walk(address, answers = {}, end = (url) => url.origin === this.gallery.base && !url.pathname.startsWith('/api/')) {
    let url = new URL(address, this.gallery.base)
    let next = { method: 'GET' }
    const forms = []
    for (let step = 0; step < 20; step++) {
      if (end(url)) return { url, forms }
      const response = await this.request(url, next)
      const location = response.headers.get('location')
      const html = await response.text()
      if (location) {
        url = new URL(location, url)
        next = { method: 'GET' }
        continue
      }
      const form = formOf(html, url, answers)
      check(
        form && response.status < 400 && forms.length < 5,
        `${url} has no form that leads on: ${response.status} ${html.replace(/<style[\s\S]*?<\/style>/g, '').slice(0, 1500)}`,
      )
      forms.push(url.pathname)
      url = form.action
      next = { method: 'POST', body: form.fields.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    }
    throw new Error(`${address} redirects without end, last to ${url}`)
  }

  /** Logs in at the identity provider. Returns its pages with forms on the way. */
  async logIn(answers, screen = 'login') {
    const { url, forms } = await this.walk(`/api/auth/login?redirect=%2Fen%2Fprofile%2F&screen=${screen}`, answers)
    const code = new URLSearchParams(url.hash.slice(1)).get('code')
    check(code, `the login ended at ${url}, want a code`)
    this.#keep(await this.call('POST', '/api/auth/session', { code }))
    return forms
  }

  #keep({ accessToken, refreshToken }) {
    this.token = accessToken
    this.refresh = refreshToken
    this.subject = JSON.parse(Buffer.from(accessToken.split('.')[1], 'base64url').toString()).sub
  }

  /** Whether the session is alive, by what checks it: a new access token. */
  async isLoggedIn() {
    const response = await this.request('/api/auth/tokens', { headers: { authorization: `Bearer ${this.refresh}` } })
    if (response.ok) this.#keep(await response.json())
    else check(response.status === 401, `renewing a session responded ${response.status} ${await response.text()}`)
    return response.ok
  }

  async completeProfile(email) {
    const profile = await this.call('POST', '/api/profiles', { name: 'Ada', email, ownerId: this.subject })
    return this.call('PUT', `/api/profiles/${profile._id}`, { ...profile, email, firstName: 'Ada', lastName: 'Byron' })
  }

  /** Logs in with a wallet, which is this person's account, and completes the profile. */
  async becomeWallet() {
    this.wallet = new Wallet(this.gallery.chain)
    const { nonce } = await this.call('GET', '/api/auth/siwe/nonce')
    const { base } = this.gallery
    const message = createSiweMessage({
      domain: new URL(base).host,
      address: this.wallet.account.address,
      statement: 'Log in to Vitrine.',
      uri: `${base}/en/login/`,
      version: '1',
      chainId,
      nonce,
    })
    this.#keep(await this.call('POST', '/api/auth/siwe/verify', { message, signature: await this.wallet.account.signMessage({ message }) }))
    this.email = `${this.wallet.account.address.slice(2, 14).toLowerCase()}@example.org`
    this.profile = await this.completeProfile(this.email)
    return this
  }

  async hold(artworkId) {
    return this.call('POST', '/api/checkouts', { artworkId: artworkId ?? (await this.gallery.works())[0], termsVersion: 'peers' })
  }

  /** Waits until a checkout has one of these statuses, separated by spaces. */
  async order(id, statuses, seconds = 120) {
    let now
    try {
      return await until(`checkout ${statuses}`, seconds, async () => {
        now = await this.call('GET', `/api/checkouts/${id}`)
        return statuses.split(' ').includes(now.status) && now
      })
    } catch (error) {
      throw new Error(`${error.message.slice(0, 200)}; it is ${now?.status} ${now?.reason ?? ''}`)
    }
  }

  /** Opens the card provider's page and submits it. */
  async payByCard(id, number = '4242424242424242') {
    const { redirectUrl } = await this.insist('POST', `/api/checkouts/${id}/card`, {})
    const body = new URLSearchParams({ number, expiry: '12/34', cvc: '123' }).toString()
    const paid = await this.request(redirectUrl, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    check(paid.status === 303, `the card page responded ${paid.status}, want 303`)
  }

  /** Buys a work by card, and returns the order once its token is minted. */
  async buyByCard(seconds) {
    const { id } = await this.hold()
    await this.payByCard(id)
    const order = await this.order(id, 'completed', seconds)
    await this.ownsOnly([order.tokenId])
    return order
  }

  /** Buys a work with ether, by exactly the transaction of the quote. */
  async buyWithEther(seconds) {
    const { id } = await this.hold()
    const { to, data, value } = await this.call('POST', `/api/checkouts/${id}/ether`, {})
    await this.wallet.fund()
    const hash = await this.wallet.send({ to, data, value: BigInt(value) })
    await this.call('POST', `/api/checkouts/${id}/transactions`, { hash })
    return this.order(id, 'completed', seconds)
  }

  async tokens() {
    return (await this.call('GET', '/api/collection')).items
  }

  async ownsOnly(ids) {
    const mine = (await this.tokens()).map(({ tokenId }) => tokenId)
    check(JSON.stringify(mine.sort()) === JSON.stringify([...ids].sort()), `the collection has ${mine}, want ${ids}`)
  }

  /** Moves a token to the person's wallet, with the wallet's approval, and checks its owner on the chain. */
  async withdraw(tokenId, seconds = 150) {
    const { account, reader } = this.wallet
    const { contract } = (await this.tokens()).find((token) => token.tokenId === tokenId)
    const { batchId } = await this.call('POST', '/api/withdrawals', { tokenId, to: account.address })
    const { typedData } = await until('an approval to sign', 30, async () =>
      (await this.call('GET', '/api/approvals')).items.find(({ subjectId }) => subjectId === batchId),
    )
    const {
      types: { EIP712Domain: _, ...types },
      ...rest
    } = JSON.parse(typedData)
    await this.call('POST', '/api/approvals/by-signature', { subjectId: batchId, signature: await account.signTypedData({ ...rest, types }) })
    await until('a final withdrawal', seconds, async () => (await this.call('GET', '/api/withdrawals')).items[0]?.status === 'withdrawalTransactionConfirmed')
    const owner = await reader.readContract({
      address: contract,
      abi: parseAbi(['function ownerOf(uint256) view returns (address)']),
      functionName: 'ownerOf',
      args: [BigInt(tokenId)],
    })
    check(owner === account.address, `the token belongs to ${owner}, want ${account.address}`)
  }
}

/** A new wallet. Ether comes from the first of the test accounts that every local node funds. */
export class Wallet {
  key = generatePrivateKey()
  account = privateKeyToAccount(this.key)

  constructor(url) {
    this.chain = { id: chainId, name: 'Local', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: { default: { http: [url] } } }
    this.reader = createPublicClient({ chain: this.chain, transport: http(url), pollingInterval: 500 })
    this.url = url
  }

  async send(transaction, account = this.account) {
    const client = createWalletClient({ account, chain: this.chain, transport: http(this.url) })
    const hash = await client.sendTransaction(transaction)
    const { status } = await this.reader.waitForTransactionReceipt({ hash, timeout: 60_000 })
    check(status === 'success', `transaction ${hash} is ${status}`)
    return hash
  }

  fund() {
    const bank = mnemonicToAccount('test test test test test test test test test test test junk')
    return this.send({ to: this.account.address, value: parseEther('20') }, bank)
  }
}

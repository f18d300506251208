#!/usr/bin/env node
// Firefox for Playwright: it starts the browser that FIREFOX names, and relays its WebDriver BiDi connection. Playwright emulates media features in
// every page, by a command that Firefox ESR 153 doesn't have. The relay accepts that command and does nothing, so pages have the media features of
// the browser. Without it, journeys couldn't open a page.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { ws as WebSocket, wsServer as WebSocketServer } from 'playwright-core/lib/utilsBundle'

const missing = 'emulation.setMediaFeaturesOverride'

const browser = spawn(process.env.FIREFOX ?? '/usr/bin/firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
})
browser.once('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
browser.once('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => browser.kill(signal))

createInterface({ input: browser.stderr }).on('line', (line) => {
  const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1]
  if (address) relay(address)
  else console.error(line)
})

function relay(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () =>
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`),
  )
  server.on('connection', (client, { url }) => {
    const firefox = new WebSocket(address + url, { perMessageDeflate: false, maxPayload: 256 << 20 })
    const opened = new Promise((resolve) => firefox.once('open', resolve))
    client.on('message', async (data) => {
      const { id, method } = JSON.parse(data)
      await opened
      if (method === missing) client.send(JSON.stringify({ type: 'success', id, result: {} }))
      else firefox.send(data.toString())
    })
    firefox.on('message', (data) => client.send(data.toString()))
    for (const [one, other] of [
      [client, firefox],
      [firefox, client],
    ]) {
      one.on('close', () => other.close())
      one.on('error', (error) => console.error(error.message))
    }
  })
}

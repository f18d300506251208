// Libraries of wallets and programs, by their defaults, through the gallery's own /rpc.
import { ethers as ethers6 } from 'ethers'
import { ethers as ethers5 } from 'ethers5'
import { createPublicClient, createWalletClient, http, parseAbi, parseAbiItem } from 'viem'
import { Web3 } from 'web3'
import { chainId } from '../gallery.mjs'
import { check, same } from '../process.mjs'

const erc721 = [
  'function name() view returns (string)',
  'function ownerOf(uint256) view returns (address)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
]

/**
 * A minted token, its contract, and a funded wallet. Libraries return the same in different types, so results are compared as texts.
 * A missing token reverts, which each library has to recognize.
 */
async function prepared(gallery) {
  const buyer = await gallery.visitor().becomeWallet()
  const { tokenId } = await buyer.buyByCard()
  const [{ contract, owner }] = await buyer.tokens()
  await buyer.wallet.fund()
  return { tokenId, contract, owner, wallet: buyer.wallet, key: buyer.wallet.key, missing: BigInt(tokenId) + 999_999n, rpc: `${gallery.base}/rpc/${chainId}` }
}

const rejects = async (promise, pattern) => {
  const error = await promise.then(
    () => undefined,
    (error) => error,
  )
  check(
    error && pattern.test(`${error.code} ${error.message} ${error.cause?.message ?? ''}`),
    `error = ${error?.code} ${error?.message}, want one that fits ${pattern}`,
  )
}

const sameAddress = (got, want, what) => same(String(got).toLowerCase(), String(want).toLowerCase(), what)

/** Each library does the same, by what a developer would write first. */
const uses = {
  ethers5: async ({ rpc, contract, owner, tokenId, missing, key, wallet }) => {
    const provider = new ethers5.providers.JsonRpcProvider(rpc)
    same((await provider.getNetwork()).chainId, chainId, 'chain id')
    const block = await provider.getBlock('latest')
    check((await provider.getBlockWithTransactions(block.number)).hash === block.hash, 'two blocks have one number')
    check((await provider.getBlock('finalized')).number <= block.number, 'a final block is above the latest')
    const token = new ethers5.Contract(contract, erc721, provider)
    check((await token.name()).length > 0, 'the contract has no name')
    sameAddress(await token.ownerOf(tokenId), owner, 'owner')
    await rejects(token.ownerOf(missing), /CALL_EXCEPTION/)
    const found = await token.queryFilter(token.filters.Transfer(null, null, tokenId), Math.max(0, block.number - 900))
    same(found.length, 1, 'mints')
    check((await provider.getLogs({ address: contract })) instanceof Array, 'logs of the latest block')
    const mint = await provider.getTransactionReceipt(found[0].transactionHash)
    same((await provider.getTransaction(mint.transactionHash)).blockHash, mint.blockHash, 'block of the mint')
    const signer = new ethers5.Wallet(key, provider)
    const sent = await signer.sendTransaction({ to: owner, value: 1 })
    same((await sent.wait()).status, 1, 'status')
    check((await provider.getFeeData()).maxFeePerGas.gt(0) && (await provider.getGasPrice()).gt(0), 'no fees')
    same(String(await provider.getBalance(wallet.account.address)), String(await signer.getBalance()), 'balance')
    check((await provider.getCode(contract)).length > 4, 'no code')
    check(typeof (await provider.getStorageAt(contract, 0)) === 'string', 'no storage')
    provider.removeAllListeners()
  },
  ethers: async ({ rpc, contract, owner, tokenId, missing, key, wallet }) => {
    const provider = new ethers6.JsonRpcProvider(rpc)
    try {
      same(Number((await provider.getNetwork()).chainId), chainId, 'chain id')
      const block = await provider.getBlock('latest', true)
      check((await provider.getBlock(block.hash)).number === block.number, 'two blocks have one hash')
      check((await provider.getBlock('safe')).number <= block.number, 'a safe block is above the latest')
      const token = new ethers6.Contract(contract, erc721, provider)
      check((await token.name()).length > 0, 'the contract has no name')
      sameAddress(await token.ownerOf(tokenId), owner, 'owner')
      await rejects(token.ownerOf(missing), /CALL_EXCEPTION/)
      const found = await token.queryFilter(token.filters.Transfer(null, null, tokenId), Math.max(0, block.number - 900))
      same(found.length, 1, 'mints')
      check((await provider.getLogs({ address: contract })) instanceof Array, 'logs of the latest block')
      const mint = await provider.getTransactionReceipt(found[0].transactionHash)
      same((await provider.getTransaction(mint.hash)).blockHash, mint.blockHash, 'block of the mint')
      const sent = await new ethers6.Wallet(key, provider).sendTransaction({ to: owner, value: 1 })
      same((await sent.wait()).status, 1, 'status')
      check((await provider.getFeeData()).maxFeePerGas > 0n, 'no fees')
      check((await provider.getBalance(wallet.account.address)) > 0n, 'no balance')
      check((await provider.getCode(contract)).length > 4, 'no code')
      check((await provider.getStorage(contract, 0)).length > 2, 'no storage')
      // Calls at the same time go in one batch.
      const batch = await Promise.all([
        provider.getBlockNumber(),
        provider.getTransactionCount(owner),
        provider.getBlock('finalized'),
        token.name(),
        provider.getLogs({ address: contract, fromBlock: -5 }),
      ])
      check(
        batch.every((result) => result !== null),
        'a batch has gaps',
      )
    } finally {
      provider.destroy()
    }
  },
  viem: async ({ rpc, contract, owner, tokenId, missing, wallet }) => {
    const { chain, account } = wallet
    const client = createPublicClient({ chain, transport: http(rpc), pollingInterval: 500 })
    same(await client.getChainId(), chainId, 'chain id')
    const block = await client.getBlock()
    same((await client.getBlock({ blockHash: block.hash, includeTransactions: true })).number === block.number, true, 'block by hash')
    check((await client.getBlock({ blockTag: 'finalized' })).number <= block.number, 'a final block is above the latest')
    check((await client.getBlockTransactionCount()) >= 0, 'no count')
    const token = { address: contract, abi: parseAbi(erc721) }
    check((await client.readContract({ ...token, functionName: 'name' })).length > 0, 'the contract has no name')
    sameAddress(await client.readContract({ ...token, functionName: 'ownerOf', args: [BigInt(tokenId)] }), owner, 'owner')
    await rejects(client.readContract({ ...token, functionName: 'ownerOf', args: [missing] }), /revert/)
    const first = block.number > 900n ? block.number - 900n : 0n
    const found = await client.getLogs({ address: contract, event: parseAbiItem(erc721[2]), args: { tokenId: BigInt(tokenId) }, fromBlock: first })
    same(found.length, 1, 'mints')
    check((await client.getLogs({ address: contract })) instanceof Array, 'logs of the latest block')
    check((await client.getContractEvents({ ...token, fromBlock: first, toBlock: 'finalized' })) instanceof Array, 'events to the final block')
    const mint = await client.getTransactionReceipt({ hash: found[0].transactionHash })
    same((await client.getTransaction({ hash: mint.transactionHash })).blockHash, mint.blockHash, 'block of the mint')
    const sent = await createWalletClient({ account, chain, transport: http(rpc) }).sendTransaction({ to: owner, value: 1n })
    same((await client.waitForTransactionReceipt({ hash: sent })).status, 'success', 'status')
    check((await client.estimateFeesPerGas()).maxFeePerGas > 0n && (await client.getGasPrice()) > 0n, 'no fees')
    check((await client.getFeeHistory({ blockCount: 4, rewardPercentiles: [25, 75] })).oldestBlock >= 0n, 'no history of fees')
    check((await client.getBalance({ address: account.address })) > 0n, 'no balance')
    check((await client.getCode({ address: contract })).length > 4, 'no code')
    check((await client.getStorageAt({ address: contract, slot: '0x0' })) !== undefined, 'no storage')
    const batching = createPublicClient({ chain, transport: http(rpc, { batch: true }) })
    const batch = await Promise.all([
      batching.getBlockNumber(),
      batching.getTransactionCount({ address: owner }),
      batching.getLogs({ address: contract }),
      batching.getGasPrice(),
    ])
    check(
      batch.every((result) => result !== undefined),
      'a batch has gaps',
    )
  },
  web3: async ({ rpc, contract, owner, tokenId, missing, key, wallet }) => {
    const web3 = new Web3(rpc)
    same(Number(await web3.eth.getChainId()), chainId, 'chain id')
    same(Number(await web3.eth.net.getId()), chainId, 'network id')
    check(await web3.eth.net.isListening(), 'not listening')
    check((await web3.eth.getNodeInfo()).length > 0, 'no version')
    check((await web3.eth.isSyncing()) !== undefined, 'no word about syncing')
    const block = await web3.eth.getBlock()
    same((await web3.eth.getBlock(block.hash, true)).number === block.number, true, 'block by hash')
    check((await web3.eth.getBlockTransactionCount(block.hash)) >= 0n, 'no count')
    check((await web3.eth.getBlock('finalized')).number <= block.number, 'a final block is above the latest')
    const abi = [
      { type: 'function', name: 'name', stateMutability: 'view', inputs: [], outputs: [{ type: 'string', name: '' }] },
      { type: 'function', name: 'ownerOf', stateMutability: 'view', inputs: [{ type: 'uint256', name: 'id' }], outputs: [{ type: 'address', name: '' }] },
      {
        type: 'event',
        name: 'Transfer',
        inputs: [
          { type: 'address', name: 'from', indexed: true },
          { type: 'address', name: 'to', indexed: true },
          { type: 'uint256', name: 'tokenId', indexed: true },
        ],
      },
    ]
    const token = new web3.eth.Contract(abi, contract)
    check((await token.methods.name().call()).length > 0, 'the contract has no name')
    sameAddress(await token.methods.ownerOf(tokenId).call(), owner, 'owner')
    await rejects(token.methods.ownerOf(missing).call(), /revert/)
    const first = block.number > 900n ? block.number - 900n : 0n
    const found = await token.getPastEvents('Transfer', { filter: { tokenId }, fromBlock: first })
    same(found.length, 1, 'mints')
    check((await token.getPastEvents('Transfer')) instanceof Array, 'events by default')
    check((await web3.eth.getPastLogs({ address: contract })) instanceof Array, 'logs by default')
    const mint = await web3.eth.getTransactionReceipt(found[0].transactionHash)
    same((await web3.eth.getTransaction(mint.transactionHash)).blockHash, mint.blockHash, 'block of the mint')
    const sender = web3.eth.accounts.wallet.add(key)[0]
    const { status } = await web3.eth.sendTransaction({ from: sender.address, to: owner, value: 1, gas: 60_000 })
    same(Number(status), 1, 'status')
    check((await web3.eth.getGasPrice()) > 0n && (await web3.eth.calculateFeeData()).maxFeePerGas > 0n, 'no fees')
    check((await web3.eth.estimateGas({ from: sender.address, to: owner, value: 1 })) >= 21_000n, 'no gas')
    check((await web3.eth.getBalance(wallet.account.address)) > 0n, 'no balance')
    check((await web3.eth.getCode(contract)).length > 4, 'no code')
    check((await web3.eth.getStorageAt(contract, 0)).length > 2, 'no storage')
    const batch = new web3.BatchRequest()
    const asked = [batch.add({ method: 'eth_blockNumber', params: [] }), batch.add({ method: 'eth_gasPrice', params: [] })]
    await batch.execute({ timeout: 20_000 })
    check((await Promise.all(asked)).every(Boolean), 'a batch has gaps')
  },
}

export const peers = Object.entries(uses).map(([name, use]) => ({
  name,
  scenarios: {
    'blocks, calls, reverts, logs, fees, a transaction and a batch through /rpc, by its defaults': async ({ gallery }) => use(await prepared(gallery)),
  },
}))

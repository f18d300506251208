import { expect, test } from 'vitest'
import { parseHistory } from './provenance'

test('editions in order, absent fields empty', () => {
  const parsed = parseHistory({
    items: [
      { tokenId: '12000002', editionNumber: 2 },
      { tokenId: '12000001', editionNumber: 1, events: [{ kind: 'minted', to: '0xab', final: true }] },
    ],
  })
  expect(parsed.map(({ editionNumber }) => editionNumber)).toEqual([1, 2])
  expect(parsed[0]?.events[0]).toEqual({
    kind: 'minted',
    from: '',
    to: '0xab',
    transactionHash: '',
    at: null,
    final: true,
  })
})

test('nonsense is an empty record', () => {
  for (const body of [null, {}, { items: 'x' }, { items: [{}] }]) expect(parseHistory(body)).toEqual([])
})

// What an edition's hash changes in the recipe's parameters. params.vary names them: a list is one of its entries, {from, to} a
// number in between, {from, to, whole: true} an integer, {each: […]} a list of such values. `sets` is a list of parameters that
// belong together: one of its entries applies as a whole. (`grow` is the runtime's, too.) The work's own seed, which the still has, changes nothing.
import { between, createRandom, integer, pick } from '../../generators/lib/random.js'

function choose(random, choice) {
  if (Array.isArray(choice)) return pick(random, choice)
  if (choice.each) return choice.each.map((one) => choose(random, one))
  return choice.whole ? integer(random, choice.from, choice.to) : between(random, choice.from, choice.to)
}

export function editionParams(params, hash) {
  const { vary, grow, ...own } = params || {}
  if (!hash || !vary) return own
  const random = createRandom(`${hash} vary`)
  const { sets, ...single } = vary
  if (sets) Object.assign(own, pick(random, sets))
  // In order of their names: JSON may have put them in another.
  for (const name of Object.keys(single).sort()) own[name] = choose(random, single[name])
  return own
}

// The parameters that the seed chooses, by name, with their values.
export function chosenParams(params, values) {
  const { sets = [], ...single } = params?.vary || {}
  const names = new Set([...Object.keys(single), ...sets.flatMap(Object.keys)])
  return Object.fromEntries([...names].filter((name) => name in values).map((name) => [name, values[name]]))
}

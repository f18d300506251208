// Palettes: paper is the ground, ink draws lines, colors run from leading to accent.
const table = {
  'salt-and-iron': ['#f2eee6', '#23211f', '#8c3b24', '#c9bba5', '#5d6a6b', '#d98e4a'],
  'letterpress': ['#f5f1e8', '#1a1a1a', '#1a1a1a', '#c8342a', '#d8d0c0'],
  'lagos-noon': ['#f7e9cf', '#2a1a12', '#e4572e', '#f2b134', '#17807e', '#2d3a6a', '#f4f0e6'],
  'tide-table': ['#eef0ec', '#14303c', '#1f5a6e', '#7fb0b3', '#d6c7a1', '#e2725b'],
  'night-ferry': ['#0f1722', '#e9e2d0', '#e9b44c', '#3b6a8f', '#8fa9b8', '#c8553d'],
  'wet-slate': ['#dfe2e2', '#22282b', '#49565b', '#7d8c90', '#a9b5b5', '#b4552d'],
  'persimmon': ['#fbf3e7', '#3a1f14', '#e0531f', '#f08a3c', '#f4c78a', '#6b7a3d'],
  'moss-garden': ['#f0efe3', '#1f2a1c', '#3f5b34', '#7d8f4e', '#b9bd8b', '#d8b25a', '#8a4b2f'],
  'blue-hour': ['#1b2140', '#f3e9dc', '#4a5ea8', '#8d8fc7', '#e6a5a1', '#f6d7a7'],
  'carbon': ['#f4f4f1', '#111111', '#111111', '#444444', '#888888'],
  'negative': ['#121212', '#f1eee7', '#f1eee7', '#a8a49b', '#5e5b56'],
  'azulejo': ['#f4f3ee', '#16295c', '#1c3f94', '#4f7cc4', '#a9c2e2', '#e9c46a'],
  'terracotta': ['#f3e3d3', '#3b1d14', '#b5502f', '#d98a5b', '#7a3320', '#e9c9a4', '#4c6063'],
  'bauhaus-dust': ['#ece5d5', '#202020', '#c9352b', '#e5b02f', '#25508e', '#202020', '#d8cdb6'],
  'sea-glass': ['#f3f6f1', '#24494a', '#5fa08f', '#a6cdbb', '#dfe9d2', '#e9b79a', '#35717a'],
  'paprika': ['#faf0e4', '#2b1614', '#b3261e', '#e2603f', '#f0a35e', '#2e4b4f'],
  'winter-wheat': ['#f6f2e4', '#3a3428', '#cfa94f', '#e3cf93', '#8c7a4a', '#5b6b73', '#b7a98a'],
  'plum-rain': ['#efe8ea', '#2f1b2e', '#6c3a5e', '#a9688a', '#d7a8b4', '#5a6b7b', '#d3b15f'],
  'signal': ['#f7f7f2', '#0c0c0c', '#ff4a1c', '#0c0c0c', '#1d4ed8', '#f7c600'],
  'andes': ['#f4ead9', '#2b1b2c', '#c2185b', '#f29727', '#2a7f62', '#3d348b', '#e7d8b4'],
  'harmattan': ['#ead9bd', '#4a3423', '#c08a4e', '#d9b27c', '#8f6238', '#f3e8d2', '#6d7f86'],
  'fjord': ['#e8edf0', '#1a2833', '#2e4a5c', '#5f8296', '#a3bcc7', '#d9dfdf', '#c0643c'],
  'lichen': ['#e9ebe2', '#2d332c', '#9aa86b', '#c9cf9c', '#6e7f70', '#e0a43a', '#51605a'],
  'kiln': ['#241a17', '#f5e4cf', '#e8743b', '#f2b366', '#8a3d2a', '#5b4a44', '#d9cbb8'],
  'riso-pink': ['#fbf8f1', '#223a8f', '#ff5c8a', '#223a8f', '#ffb3c1', '#ffd23f'],
  'riso-green': ['#f8f6ec', '#12463c', '#00a676', '#f25c3b', '#12463c', '#b9e3c6'],
  'aubergine': ['#1d1420', '#f0e3d6', '#7b3f6e', '#c25b7a', '#e9a27c', '#4a4e7a', '#f0d9a8'],
  'paper-boat': ['#fafaf5', '#27323f', '#de6b48', '#e5b181', '#7dbbc3', '#daedbd', '#27323f'],
  'oxide': ['#efece6', '#2a2624', '#7a2e1d', '#a8492c', '#c97f5a', '#4d5d5a', '#8fa39a'],
  'monsoon': ['#e6ebe4', '#16302b', '#1f6f5c', '#4fa38a', '#c7d59f', '#f0c05a', '#1d4560'],
  'vermilion-seal': ['#f3ede0', '#1d1d1f', '#1d1d1f', '#7b776d', '#cfc6b2', '#d7301f'],
  'cyanotype': ['#123a63', '#eef3f1', '#eef3f1', '#9fc0d4', '#5f93b8', '#d6e4e6'],
  'marigold': ['#fff6df', '#33250f', '#f5a300', '#f7c948', '#d65108', '#7a8b3a', '#33250f'],
  'concrete': ['#dcd9d3', '#2b2b2a', '#a7a39b', '#c6c2ba', '#77746e', '#f0ede7', '#e2572b'],
  'baltic': ['#eeeae0', '#1d2f38', '#375a64', '#94aaa0', '#d1b98f', '#a44a36', '#d9d5c6'],
  'neon-rain': ['#0d0d14', '#f1f1f4', '#ff3d6e', '#2de2e6', '#f6f740', '#5a4bff', '#26263a'],
  'rosewater': ['#faf1ee', '#4b2a2e', '#e39a9b', '#f1c6bd', '#b5656b', '#f6dfc5', '#8aa399'],
  'saffron-robe': ['#fdf2dc', '#4a1c12', '#e57a12', '#b8321a', '#f2ae3d', '#6e2a1c', '#f7d9a0'],
  'graphite-mint': ['#eef2ee', '#1e2422', '#3c4a46', '#8fc9b3', '#cfe6da', '#6b7b76', '#ef7a5a'],
  'ultramarine': ['#f6f2ea', '#14145c', '#1f2fb8', '#14145c', '#7b86e0', '#f2c9b0'],
  'desert-rose': ['#f6e7dc', '#4b2e2b', '#d4816b', '#e9b49c', '#9a5a52', '#c7a27a', '#6b8a8e'],
  'tarmac': ['#26282a', '#f4f1e8', '#f4f1e8', '#ffcf33', '#8b8f92', '#5a5e61', '#e84a2e'],
  'herbarium': ['#f4eedd', '#2e2f22', '#4f6138', '#83914f', '#a7704a', '#6a3d3a', '#c9b27c'],
  'ice-core': ['#f2f6f8', '#203844', '#bcd6e0', '#8bb4c7', '#e6eff2', '#567f95', '#f08a5d'],
}

export const palettes = Object.fromEntries(
  Object.entries(table).map(([name, [paper, ink, ...colors]]) => [name, { name, paper, ink, colors }]),
)

// An unknown name is a mistake in a recipe; say so instead of drawing something else.
// A recipe may pass its own {paper, ink, colors}, and may override single parts with the second argument.
export function palette(name, parts = {}) {
  const found = typeof name === 'object' ? name : palettes[name]
  if (!found) throw new Error(`unknown palette "${name}"`)
  return { ...found, ...parts }
}

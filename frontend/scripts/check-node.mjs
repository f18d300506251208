// npm scripts run under the Node that package-lock.json pins; a global, older one must not slip in silently.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Node ${process.versions.node} is too old: 24 is needed. Run "npm ci" and use the npm scripts.`,
  )
  process.exit(1)
}

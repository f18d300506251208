// Which layer imports which:  app ─▶ features ─▶ {ui, lib, messages, gen}   ui ─▶ {ui, messages}
// lib ─▶ {lib, messages, gen}   messages ─▶ {messages, lib, gen}   and no circle.
// A feature never imports another feature: where a page needs two, app composes them.
const layer = (name, path, others) => ({
  name,
  severity: 'error',
  from: { path },
  to: { path: '^src/', pathNot: others },
})

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    layer('app', '^src/app/', '^src/(app|features|ui|lib|messages|gen)/'),
    {
      name: 'features',
      comment: 'A feature imports itself, ui, lib, messages and gen.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/', pathNot: '^src/(features/$1|ui|lib|messages|gen)/' },
    },
    layer('ui', '^src/ui/', '^src/(ui|messages)/'),
    layer('lib', '^src/lib/', '^src/(lib|messages|gen)/'),
    layer('messages', '^src/messages/', '^src/(messages|lib|gen)/'),
    layer('gen', '^src/gen/', '^src/gen/'),
    {
      name: 'no-circles',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'resolved',
      comment: 'An import that leads nowhere would pass every other rule.',
      severity: 'error',
      from: { path: '^src/' },
      // Some packages have types only, or belong to the framework.
      to: { couldNotResolve: true, pathNot: '^(server-only|next/|@graphql-typed-document-node/core)' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.graphql'],
    },
  },
}

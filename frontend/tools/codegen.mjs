/** @type {import('@graphql-codegen/cli').CodegenConfig} */
const config = {
  schema: '../../proto/vitrine/catalog/v1/catalog.graphqls',
  documents: ['../src/features/**/*.graphql', '../src/lib/**/*.graphql'],
  ignoreNoDocuments: true,
  generates: {
    '../src/gen/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        scalars: { Time: 'string' },
        strictScalars: true,
      },
    },
  },
}

export default config

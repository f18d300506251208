// The package's server entry exists only under the condition "react-server", which tests don't set.
export * from '@apollo/client'

/** Here every call makes a client; React's cache works inside a render only. */
export const registerApolloClient = <Client>(makeClient: () => Client) => ({ getClient: makeClient })

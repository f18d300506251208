// Package plan is the fast path of the data API: it writes the root fields artworks and artwork as JSON, without gqlgen's executor.
//
// gqlgen resolves each field with its own context and each element of a list in a goroutine. For a page of 27 cards that costs more than
// reading them from the database. A plan is the selection of one root field, compiled once per operation into functions that append JSON, and
// kept with the operation as long as its checked limits are.
//
// # What is planned
//
// [Compile] plans a root field if everything that it selects is plain data of the generated models: fields that are read with the artwork, and
// the three counts of a page. It doesn't plan
//
//   - mutations, and root fields other than artworks and artwork,
//   - operations with a directive anywhere, because the selection would then depend on variables,
//   - fields with their own resolver: drop, curators, editions, lists within lists. The one exception is otherArtworks of the artist of a
//     single artwork, which is read in the same round trip, unless it is selected twice or with more than a card has.
//
// One field that isn't plain leaves its whole root field to gqlgen; the other root fields of the operation keep their plans.
//
// # What gqlgen still does
//
// gqlgen parses and validates every operation, our limits are checked, and the session of a mutation is checked, all before a plan runs.
// [Middleware] then intercepts the root fields. It hands a field on to gqlgen
//
//   - if there is no plan for it,
//   - if reading failed: the error goes along ([Err]), the resolver returns it, and it is presented as any other error, with nothing read twice,
//   - if writing panicked, in the same way,
//   - if a value that the schema requires is missing: gqlgen resolves the field again and reports which one.
//
// So a plan writes complete results only, and every error has one form.
//
// # Why the result is the same
//
// A plan reads by the methods that the resolvers call ([Source]), so visibility, limits and loosened searches are decided in one place. It walks
// the selection with gqlgen's own graphql.CollectFields, which merges fragments and repeated fields, and finds fields by the models' json tags,
// which gqlgen derives from the schema. Arguments are read by gqlgen's unmarshalers. Texts are escaped as gqlgen escapes them.
//
// # How this is tested
//
// TestRandomSelectionsAreWrittenLikeGqlgen executes random selections of random models with plans and without, and compares the results byte by
// byte. TestPlansReturnTheSameAsGqlgen (services/catalog/direct_test.go) does the same with the real service: it sends each query twice, once with a
// directive that has no effect, and compares the bodies, errors included. TestWhatIsPlanned pins which selections have a plan, among them the site's
// own queries, so that a change of a query or of a model doesn't silently leave the fast path. TestQuotedLikeGqlgen compares the escaping of random
// texts.
//
// Decision record 0018 has the measurements.
package plan

/** Texts: importing a collection from CSV files on the desk of staff. */

const plural = (n: number, one: string, many: string) =>
  n === 1 ? `1 ${one}` : `${n.toLocaleString('en-US')} ${many}`
const megabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000)} MB`

export const imports = 'Import'
export const title = 'Import a collection'
export const lead =
  'Two CSV files, one with artists and one with artworks. We check them first and show what would change. Nothing is imported until you say so.'
export const limits = (fileBytes: number, sentBytes: number) =>
  `Each file has at most ${megabytes(fileBytes)}, and both together at most ${megabytes(sentBytes)} compressed. Export workbooks as CSV. Larger collections are for the command import-csv.`
export const name = 'Collection'
export const nameHint =
  'A short name in lower-case letters, digits and hyphens, such as city-museum. Use the same name to update a collection.'
export const nameMissing = 'Enter a name such as city-museum.'
export const choose = { artists: 'Choose the file of artists', artworks: 'Choose the file of artworks' }
export const chosen = (file: string, bytes: number) =>
  `${file}, ${Math.ceil(bytes / 1000).toLocaleString('en-US')} kB`
export const fileMissing = 'Choose a file.'
export const fileTooLarge = (bytes: number) =>
  `This file has more than ${megabytes(bytes)}. Use the command import-csv.`
export const bothTooLarge = 'Both files together are too large. Use the command import-csv.'
export const fileEmpty = 'This file is empty.'
export const check = 'Check the files'
export const checking = 'Checking the files.'

// Earlier imports
export const earlier = 'Earlier imports'
export const noneYet = 'Nobody has imported a collection here yet.'
export const by = (email: string) => `by ${email || 'a member of staff'}`
export const states = { checked: 'Not imported', running: 'Importing', done: 'Imported', failed: 'Failed' }

// One import
export const all = 'All imports'
export const missing =
  'This import doesn’t exist any more. Files that weren’t imported are removed after a day.'
export const filesOf = (artists: string, artworks: string) => `${artists} and ${artworks}`
export const written = (encoding: string, separator: string, rows: number) =>
  `${encoding}, cells separated by ${separator}, ${plural(rows, 'row', 'rows')}.`
export const unreadable = 'This file can’t be read.'
export const guessed = 'The encoding is a guess: check letters such as é in the first rows.'
export const problems = (n: number) => plural(n, 'problem', 'problems')
export const problemsMean =
  'Nothing can be imported until these are solved. Choose other columns, or correct the files and start again.'
export const firstProblems = (n: number) => `The first ${n} are listed.`
export const noProblems = 'No problems found'
export const columns = { file: 'File', row: 'Row', column: 'Column', problem: 'Problem', fix: 'What to do' }
export const fileNames = { artists: 'Artists', artworks: 'Artworks' }
export const mapping = (file: string) => `Columns of ${file}`
export const mappingHint = 'Choose the column of your file for each field. Fields with a star are required.'
export const field = (name: string, required: boolean) => (required ? `${name} *` : name)
export const notImported = 'Not imported'
export const checkAgain = 'Check again'
export const changedColumns = 'You chose other columns. Check again before you import.'
export const firstRows = (file: string) => `First rows of ${file}, as they would be imported`
export const line = 'Row'
export const notices = 'Good to know'
export const preview = ({
  artworks,
  newArtworks,
  changedArtworks,
  artists,
  newArtists,
}: Record<'artworks' | 'newArtworks' | 'changedArtworks' | 'artists' | 'newArtists', number>) =>
  `${plural(artworks, 'artwork', 'artworks')}: ${newArtworks.toLocaleString('en-US')} new, ${changedArtworks.toLocaleString('en-US')} changed. ${plural(artists, 'artist', 'artists')}: ${newArtists.toLocaleString('en-US')} new.`
export const unchanged = 'Exactly these files were imported before. Importing them again changes nothing.'
export const removed = (n: number) =>
  `${plural(n, 'published entry isn’t', 'published entries aren’t')} in the files and would be taken off the site.`
export const origins = (list: string[]) =>
  `Pages show the pictures only if the setting IMAGE_ORIGINS lists ${list.join(', ')}.`
export const start = 'Import'
export const startTitle = 'Import this collection?'
export const startMeans =
  'Visitors see the artworks immediately, or on their date. You can close this page while it runs.'
export const startRemoves =
  'Most of this collection would be taken off the site. Import only if the files are complete.'
export const doStart = 'Import the collection'
export const doStartRemoving = 'Import, and take them off the site'
export const back = 'Cancel'
export const running = 'Importing. You can close this page and return later.'
export const progress = 'Progress of the import'
export const done = (n: number, total: number) =>
  n >= total
    ? 'Updating the listings.'
    : `${n.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} steps. Each artwork is read, then written.`
export const retrying = 'The last attempt failed. We repeat it automatically.'
export const finished = 'Imported'
export const summary = (written: number, gone: number) =>
  written + gone === 0
    ? 'Nothing changed: the site already had all of it.'
    : `${plural(written, 'entry', 'entries')} added or changed, ${gone.toLocaleString('en-US')} taken off the site.`
export const seeArtworks = 'See the artworks'
export const seeArtists = 'See the artists'
export const another = 'Import other files'
export const failed = 'Nothing was imported'

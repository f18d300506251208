import type { ErrorCode } from '@/lib/api/error'

/** Texts: the studio of artists, and the review of what they submit. */

// Studio
export const drafts = 'Drafts'
export const works = 'Works on the site'
export const newWork = 'Start a new work'
export const noDrafts = 'No drafts yet. Start a work here, and submit it when it’s ready.'
export const noWorks = 'None of your works are on the site yet.'
export const untitled = 'Untitled'
export const notLinked = 'This account isn’t linked to an artist. Contact us to connect it.'
export const changedOn = (date: string) => `Changed ${date}`
export const counts = (sold: number, free: number, size: number) =>
  `${sold} sold, ${free} available of ${size}`
export const states = {
  DRAFT: 'Draft',
  SUBMITTED: 'In review',
  CHANGES_REQUESTED: 'Changes requested',
  ACCEPTED: 'Accepted',
}

// Draft
export const back = 'Back to your studio'
export const missing = 'There’s no draft at this address.'
export const newHeading = 'New work'
export const stateHints = {
  DRAFT: 'Only you can see it. Submit it when it’s ready.',
  SUBMITTED:
    'Our team is looking at it. You’ll get an email when we’ve decided. You can’t change it until then.',
  CHANGES_REQUESTED:
    'We’d like you to change something. Our comment is below. Submit it again when you’re ready.',
  ACCEPTED: 'You can’t change it here any more. Ask us if something is wrong.',
}
export const seeWork = 'View the work on the site'
export const notPublished =
  'Not on the site yet. Once we publish it, you’ll find it here and under your works on the site.'
export const fields = {
  title: 'Title',
  description: 'Text',
  medium: 'Medium and technique',
  category: 'Category',
  year: 'Year',
  dimensions: 'Dimensions',
  editionSize: 'Number of editions',
  price: (currency: string) => `Your price in ${currency}`,
  alt: 'What the picture shows',
  bio: 'About you',
  born: 'Year of birth',
  died: 'Year of death',
  place: 'Place',
  website: 'Website',
  portraitAlt: 'What the portrait shows',
}
export const hints = {
  description: 'What visitors read beside the work. Markdown works.',
  medium: 'For example: Plotter drawing, ink on paper.',
  dimensions: 'For example: 60 × 80 cm, or 4000 × 3000 pixels.',
  editionSize: 'From 1 to 10,000.',
  price:
    'What one edition should cost. We’ll agree on the price before we publish. Leave it empty to decide later.',
  alt: 'One or two sentences for people who can’t see it.',
  bio: 'What visitors read on your page. Markdown works.',
  died: 'For those who look after an artist’s works.',
  place: 'Where you live and work.',
  website: 'The full address, such as https://example.org.',
}
export const choose = 'Choose a category'
export const badWebsite = 'Enter an address that begins with https:// or http://.'
export const badYear = 'Enter a year, such as 2026.'
export const badEditions = 'Enter a whole number from 1 to 10,000.'
export const badPrice = 'Enter an amount above zero, such as 450 or 450.50.'
export const save = 'Save draft'
export const saved = 'Saved.'
export const unsaved = 'You have unsaved changes.'
export const allSaved = 'Everything is saved.'
export const arrived = 'File uploaded. Save the draft to keep it.'
export const discard = 'Discard changes'
export const kept = 'Your unsaved changes are still here'
export const keptHint = 'Save them, or discard them to see what was saved last.'
export const keptOutdated = 'This changed since you were here'
export const keptOutdatedHint =
  'Your unsaved text is still in the form. The text saved in the meantime is crossed out, yours is underlined. Save to replace it, or discard your changes to keep it.'

/** What the server accepts, in its words. */
interface Limit {
  formats: string
  size: string
  pixels: number | null
}
/** A reason of the server as a sentence. */
export const sentence = (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`

// Picture
export const picture = 'Picture'
const pictureHint = ({ formats, size, pixels }: Limit) =>
  `${formats}, at most ${size} and ${Math.floor((pixels ?? 0) / 1e6)} million pixels, in all frames of an animation together. A TIFF shows its first page.`
export const pictureField = {
  choose: 'Choose a picture',
  replace: 'Replace the picture',
  none: 'No picture yet.',
  hint: (limit: Limit) => `${pictureHint(limit)} We keep the original private and show smaller sizes of it.`,
}
export const film = 'Film or sound'
export const filmField = {
  choose: 'Choose a film or sound',
  replace: 'Replace the film or sound',
  none: 'Leave this empty if the picture is the work.',
  hint: ({ formats, size }: Limit) =>
    `${formats}, at most ${size}. The picture is shown until it plays. Collectors get this file. It becomes public when we publish the work.`,
}
export const removeFilm = 'Remove the film or sound'
export const useFrame = 'Use the current frame'
export const noFrame = 'The film isn’t ready yet. Play it to the frame you want, then try again.'
export const unplayable =
  'This browser can’t play the file, so many visitors couldn’t either. Save a film as MP4 with H.264 or as WebM, and sound as MP3 or Ogg.'
export const live = 'Live work'
export const liveField = {
  choose: 'Choose a live work',
  replace: 'Replace the live work',
  none: 'Leave this empty unless the work is a program that draws itself.',
  hint: ({ formats, size }: Limit) =>
    sentence(`${formats} with everything in it, at most ${size}: collectors get this file`),
}
export const liveRules = 'What the file has to do'
/** What the page of a live work does, each with its code. */
export const liveSteps = [
  {
    text: 'Draw from the hash in its address, so that each edition is different and always looks the same:',
    code: "new URLSearchParams(location.search).get('hash')",
  },
  {
    text: 'Say when it’s ready:',
    code: "parent.postMessage({type: 'ready'}, '*')",
  },
  {
    text: 'Give its proportions. Without them it’s square:',
    code: '<meta name="artwork-size" content="1600x1000">',
  },
]
export const removeLive = 'Remove the live work'
export const useEdition = 'Use the picture of edition 1'
export const noEdition = 'We couldn’t load the picture. Try again in a moment.'
export const runLive = 'Run the work'
export const stopLive = 'Stop the work'
export const anotherHash = 'Another hash'
export const runningLive = (title: string) => `${title}, running live`
export const liveRuns = 'The work is running.'
export const liveFailed =
  'The work hasn’t said that it’s ready within 15 seconds. Visitors would see its picture instead.'
export const proof = 'Proof'
export const proofs = {
  WAITING: 'We’ll soon draw editions 1 to 3 twice, to see that each always looks the same.',
  RUNNING:
    'We’re drawing editions 1 to 3 twice, to see that each always looks the same. This takes about a minute.',
  PASSED: 'Proven: each of the editions below looks the same every time, and they differ from each other.',
  FAILED: 'Not proven, so it can’t be submitted.',
  UNAVAILABLE:
    'This gallery can’t prove live works at the moment, so it can’t be submitted. Contact us about it. Your work is saved.',
}
export const repeatHint = 'Our server may have been too busy: repeat the proof before you change the page.'
export const repeatProof = 'Repeat the proof'
export const reasonOf = (reason: string) => `Reason: ${reason}.`
export const drawing = (edition: number, browser: number) =>
  `Edition ${edition}, drawn by browser ${browser} of 2`
export const equalDrawings = (edition: number) => `Edition ${edition}: both drawings are equal.`
export const differentDrawings = (edition: number) => `Edition ${edition}: the drawings differ.`
export const uploading = (name: string) => `Uploading ${name}`
export const percent = (done: number) => `${done} %`
export const paused = 'The connection was lost. We’ll continue as soon as it’s back.'
export const cancelUpload = 'Cancel upload'
export const emptyFile = 'This file is empty. Choose another one.'
export const preparing = 'We’re preparing the picture. This usually takes a few seconds.'
export const pictureFailed = 'We can’t show this picture. Save it in another format and choose it again.'

// The artist's own page
export const yourPage = 'Your page'
export const editPage = 'Edit your page'
export const openPageDraft = 'Open your changes'
export const seePage = 'View your page'
export const pageUnpublished = 'Your page isn’t on the site yet. Our team publishes it.'
export const portrait = 'Portrait'
export const portraitField = {
  choose: 'Choose a portrait',
  replace: 'Replace the portrait',
  none: 'No portrait yet.',
  hint: (limit: Limit) => `${pictureHint(limit)} We show smaller sizes of it.`,
}
export const keepPortrait = 'Keep the portrait that’s on the site'
export const removePortrait = 'Remove the portrait from your page'
export const removesPortrait = 'Your portrait will be removed once our team accepts the changes.'
export const portraitGoes = 'The portrait will be removed from the page.'
export const submitPage = 'Submit the changes'
export const submitPageHint =
  'Our team reviews every change before it appears. You’ll get an email with our decision.'
export const pageAccepted = 'These changes are on your page.'
export const pageAcceptedUnpublished = 'These changes will be on your page once our team publishes it.'

// Preview
export const preview = 'Preview'
export const showPreview = 'Show preview'
export const hidePreview = 'Hide preview'
export const priceOpen = 'Price to be decided'
export const editions = (n: number) => (n === 1 ? 'Unique work' : `Edition of ${n.toLocaleString('en')}`)

// Submission
export const submitHeading = 'Submit'
export const submitHint = 'Our team reviews every work. You’ll get an email with our decision.'
export const comment = 'Comment for our team'
export const commentHint = 'Optional.'
export const submit = 'Submit the work'
export const saveFirst = 'Save your changes first.'
export const uploadFirst = 'Your file is still uploading.'
export const deleteDraft = 'Delete the draft'
export const deleteQuestion = 'Delete this draft?'
export const deleteMeaning = 'You can’t undo this.'
export const confirmDelete = 'Delete it'
export const cancel = 'Cancel'
export const history = 'History'
export const steps = {
  DRAFT: 'Started',
  SUBMITTED: 'Submitted',
  CHANGES_REQUESTED: 'Changes requested',
  ACCEPTED: 'Accepted',
}

// Review
export const submissions = 'Submissions'
export const queueHint = 'Works and pages that artists have submitted, oldest first.'
export const noSubmissions = {
  SUBMITTED: 'Nothing to review.',
  CHANGES_REQUESTED: 'No artist has been asked for changes.',
  ACCEPTED: 'No submission has been accepted yet.',
}
export const queues = {
  SUBMITTED: 'To review',
  CHANGES_REQUESTED: 'With the artist',
  ACCEPTED: 'Accepted',
}
export const backToQueue = 'Back to submissions'
export const submittedOn = (date: string) => `Submitted ${date}`
export const besides = 'Category and description'
export const decide = 'Decide'
export const artistReads = 'Comment for the artist'
export const artistReadsHint = 'The artist reads it in the studio. It’s required when you request changes.'
export const accept = 'Accept the work'
export const requestChanges = 'Request changes'
export const sayWhat = 'Say what should change.'
export const acceptedNote = 'Accepted. It’s an artwork now, and not published yet.'
export const requestedNote = 'Sent back. The artist gets an email.'
export const decidedElsewhere =
  'Somebody else changed this submission in the meantime, so nothing was changed. Copy your comment and reload the page.'
export const theirPage = 'their page'
export const changes = 'What changes'
export const outdated = (fields: string) =>
  `The site changed after the artist began: ${fields}. Accepting replaces it with the artist’s text.`
export const emptyText = 'Empty'
export const portraitNow = 'On the site now'
export const portraitNew = 'New portrait'
export const portraitFirst = 'First portrait'
export const acceptPage = 'Accept the changes'
export const pageAcceptedNote = 'Accepted. The changes are on the artist’s page.'
export const artistPage = 'View the artist’s page'
export const artistUnpublished = 'Preview the artist’s page, which isn’t published'
export const artistHistory = 'All changes of this artist'
export const editArtwork = 'Edit and publish the artwork'

// Errors
export const refused: Partial<Record<ErrorCode, string>> = {
  not_found: 'This draft doesn’t exist any more.',
  conflict:
    'This draft changed in the meantime, so nothing was saved. Reload the page to see what changed. Your text will still be in the form.',
}
export const unreachable =
  'We can’t reach the gallery, so we don’t know whether this was saved. Check your connection and try again.'
export const failed = 'Something went wrong and nothing was changed. Try again in a moment.'

import Page, { generateMetadata } from '../not-supported-browser/page'

// The same page at the address of its slug. Galleries whose content doesn't have it show the built-in text.
export const generateStaticParams = () => []

export { generateMetadata }

export default Page

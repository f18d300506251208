export { default as frame } from './page.module.css'

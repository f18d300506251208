export { default as editing } from './editing.module.css'

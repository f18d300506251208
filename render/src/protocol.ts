// The messages between the program and its children. They are copied between processes, so they are plain values.
import type { Fit, Format, Quality, Reason } from './gen/vitrine/render/v1/render_pb.js'

/** Picture is the contract's message Picture. */
export interface Picture {
  format: Format
  width: number
  height: number
  frames: number
  milliseconds: number
  hasAlpha: boolean
  bits: number
  space: string
  profile: string
}

/** Limits of an original. */
export interface Limits {
  maxPixels: number
  still: boolean
  memory: number
}

/** Output is the contract's message Output. */
export interface Output {
  name: string
  format: Format
  width: number
  height: number
  fit: Fit
  quality: Quality
  moving: boolean
  background: string
}

/** File is a result in the job's folder. */
export interface File {
  name: string
  path: string
  format: Format
  width: number
  height: number
  size: number
  frames: number
  lossless: boolean
}

/** TileInfo is the contract's message TileInfo. */
export interface TileInfo {
  width: number
  height: number
  scaleFactors: number[]
  sizes: { width: number; height: number }[]
}

/** Page is how a page is opened. */
export interface Page {
  /** The command of Chromium with its flags. */
  command: string[]
  /** Environment variables that the command needs. */
  env: Record<string, string>
  address: string
  shop: string
  width: number
  height: number
  /** Milliseconds until the page is too slow. */
  limit: number
}

/** Sheet is a document: the data of a template, and the files that it shows by their names. */
export interface Sheet {
  template: 'bill' | 'statement' | 'certificate'
  data: Record<string, unknown>
  files: Record<string, Uint8Array>
}

/** Work is the job of a child. */
export type Work =
  | { kind: 'inspect'; original: string; limits: Limits }
  | { kind: 'convert'; original: string; limits: Limits; outputs: Output[] }
  | { kind: 'tile'; original: string; limits: Limits; side: number; wholeUpTo: number }
  | { kind: 'draw'; page: Page; format: Format; elsewhere: boolean; strict: boolean }
  | { kind: 'film'; page: Page; hash: string }
  | { kind: 'print'; sheet: Sheet }

/** Task is a message to a child. */
export interface Task {
  folder: string
  work: Work
}

/** Report is a message from a child. The last one of a task is done or fault. */
export type Report =
  | { kind: 'picture'; picture: Picture }
  | { kind: 'file'; file: File }
  | { kind: 'info'; info: TileInfo }
  | { kind: 'film'; milliseconds: number }
  | { kind: 'pdf'; path: string }
  | { kind: 'done' }
  | { kind: 'fault'; code: number; reason: Reason; message: string }

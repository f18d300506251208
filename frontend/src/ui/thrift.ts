interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Whether the visitor saves data or has a 2g connection, so that only what was requested is loaded. */
export const savesData = ({ saveData, effectiveType }: Connection = {}) =>
  saveData === true || /2g/.test(effectiveType ?? '')

/** The browser's network information; undefined on the server and in browsers without it. */
export const connection = () =>
  typeof navigator === 'undefined'
    ? undefined
    : (navigator as Navigator & { connection?: Connection }).connection

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** The visitor saves data, or the line is as slow as 2g: nothing should be loaded that nobody has asked for. */
export const isThrifty = ({ saveData, effectiveType }: Connection = {}) =>
  saveData === true || /2g/.test(effectiveType ?? '')

/** The line as the browser knows it; nothing on the server and where browsers do not tell. */
export const connection = () =>
  typeof navigator === 'undefined'
    ? undefined
    : (navigator as Navigator & { connection?: Connection }).connection

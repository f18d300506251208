// next.config.ts hashes the script for the content security policy, so this file imports nothing.

export const themeKey = 'vitrine.theme'
export const consentKey = 'vitrine.consent'

/**
 * Runs before the first paint, so that a chosen theme never flashes, and pages reserve space for the cookie banner while the visitor has
 * not decided (tokens.css).
 */
export const themeScript = `try{var c=JSON.parse(localStorage.getItem(${JSON.stringify(consentKey)})||'{}').state;if(!c||c.isCookieAccepted==null)document.documentElement.dataset.asks=''}catch(e){}try{var t=localStorage.getItem(${JSON.stringify(themeKey)});if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`

/** Texts: the player of films and recordings. */

export const player = 'Player'
export const play = 'Play'
export const pause = 'Pause'
export const position = 'Position'
export const timeOf = (time: string, length: string) => `${time} of ${length}`
export const soundOn = 'Sound on'
export const soundOff = 'Sound off'
export const fullScreen = 'Full screen'
export const leaveFullScreen = 'Leave full screen'

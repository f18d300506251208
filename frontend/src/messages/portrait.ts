/** Texts: portrait. */

// Avatar
export const thePortraitYouChose = 'The portrait you chose'
export const yourPortrait = 'Your portrait'
export const choosePortrait = 'Choose a portrait'
export const replacePortrait = 'Replace the portrait'
export const portraitHint = 'PNG, JPEG, GIF or WebP, at most 5 MB.'
export const useThisPortrait = 'Use this portrait'

// Profile model
export const pictureTypes = 'Choose a PNG, JPEG, GIF or WebP picture.'
export const pictureTooLarge = 'The picture is larger than 5 MB. Choose a smaller one.'

/** Texts: portrait. */

// Avatar
export const thePortraitYouChose = 'The portrait you chose'
export const yourPortrait = 'Your portrait'
export const portrait = 'Portrait'
export const useThisPortrait = 'Use this portrait'

// Profile model
export const pictureTypes = 'Choose a PNG, JPEG, GIF or WebP picture.'
export const pictureTooLarge = 'The picture is larger than 5 MB. Choose a smaller one.'

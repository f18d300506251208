/** Texts: profile errors. */

// Profile store
export const userNotLoaded = 'User not loaded!'
export const profileNotRead = 'Error while loading user profile!'
export const profileNotCreated = 'Error while creating user profile!'
export const accessTokenNotAvailable = 'Access token not available!'
export const profileNotLoaded = 'Profile not loaded!'
export const profileNotUpdated = 'Error while updating user profile!'
export const avatarNotUploaded = 'Error while uploading user profile avatar!'
export const verificationNotSent = 'Error while resending email verification mail!'

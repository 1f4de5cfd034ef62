/** Types of pictures on forms: those that every browser shows. */
export const PICTURE_TYPES = ['png', 'jpeg', 'webp', 'gif'] as const;

/** The maximum size of a picture, in bytes. */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;

/** The maximum number of pictures of a form, used or not. */
export const PICTURES_MAX = 200;

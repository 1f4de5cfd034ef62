/** Pictures that can stand on a form: those that every browser shows. */
export const PICTURE_TYPES = ['png', 'jpeg', 'webp', 'gif'] as const;

/** Bytes of one picture. */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;

/** Pictures of one form, used or not. */
export const PICTURES_MAX = 200;

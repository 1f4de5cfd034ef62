// Control characters, line and paragraph separators, and what turns the direction of writing around.
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu;

/** Joins words without being seen; a mail program makes no link of what it stands in. */
export const INVISIBLE_JOINER = '\u2060';

/** Strangers' words with a blank in place of every run of characters that nobody sees. */
export const replaceUnseen = (text: string): string => text.replace(UNSEEN, ' ');

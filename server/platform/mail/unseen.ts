// Control characters, line and paragraph separators, and characters that reverse the writing direction.
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/gu;

/** An invisible word joiner; a mail program makes no link of a text that contains it. */
export const INVISIBLE_JOINER = '\u2060';

/** Untrusted text with a space in place of every run of invisible characters. */
export const replaceUnseen = (text: string): string => text.replace(UNSEEN, ' ');

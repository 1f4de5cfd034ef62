/** What only Markdown has at the beginning of a line. */
const BLOCK =
  /^(?:#{1,6} |```|~~~|> |[-*+] (?:\[[ xX]\] )?\S|\d{1,9}[.)] \S|\|.*\|\s*$|(?:-{3,}|\*{3,})\s*$)/m;
/** What only Markdown has within a line. No part of it reads over the sign that it begins with, so that many of them are read once. */
const INLINE = /\*\*\S[^*\n]*\*\*|__\S[^_\n]*__|`[^`\n]+`|\[[^[\]\n]+\]\([^)[\s]+\)|~~\S[^~\n]*~~/;

/** Whether a pasted text is meant as Markdown. */
export const looksLikeMarkdown = (text: string): boolean => BLOCK.test(text) || INLINE.test(text);

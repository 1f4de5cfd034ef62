/** Short addresses that are valid without the full check; all others go through the full rule. */
const PLAIN_EMAIL = /^[A-Za-z0-9_%+-]+(?:\.[A-Za-z0-9_%+-]+)*@[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*\.[A-Za-z]{2,}$/;
const PLAIN_EMAIL_MAX = 60;

/** Whether a text is such an address. */
export const isPlainEmail = (text: string): boolean =>
  text.length <= PLAIN_EMAIL_MAX && PLAIN_EMAIL.test(text);

type Reader = (text: string) => string | null;

let reader: Reader | null = null;

/** Sets the parser of addresses that are not plain (`email-address.ts`). */
export function setEmailParser(next: Reader | null): void {
  reader = next;
}

/**
 * Until the parser is loaded, which it always is on the server: what may be an address, leaving the decision
 * to the server.
 */
const readRoughly = (text: string): string | null => (/\S[@\uff20]\S/.test(text) ? text : null);

/** Parses an e-mail address as users write it. @returns it as it is stored, or null where it is invalid */
export function parseEmail(text: string): string | null {
  if (isPlainEmail(text)) return text;
  return (reader ?? readRoughly)(text);
}

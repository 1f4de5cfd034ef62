/** Why a text is no web address. */
export type AddressProblem = 'no_scheme' | 'scheme' | 'blank' | 'invisible' | 'domain' | 'other';

export type ParsedAddress = { ok: true; address: string } | { ok: false; problem: AddressProblem };

/** Web addresses that need no further check. */
const PLAIN_ADDRESS = /^https?:\/\/(?:[a-z0-9]{1,60}\.){1,3}[a-z]{2,60}(?:[/?#][!-~]*)?$/;

type Reader = (text: string) => ParsedAddress;

let reader: Reader | null = null;

/** Sets the parser of addresses that are not plain (`web-address.ts`). */
export function setAddressParser(next: Reader | null): void {
  reader = next;
}

/**
 * Until the parser is loaded, which it always is on the server: what browsers would open, and what may be
 * completed.
 */
function readRoughly(text: string): ParsedAddress {
  const address = /^[^\s/:@]+\.[^\s/:@\d.]{2,}(?:[:/?#]|$)/.test(text) ? `https://${text}` : text;
  return /^https?:\/\/[^\s/]\S*$/i.test(address) && URL.canParse(address)
    ? { ok: true, address: text }
    : { ok: false, problem: 'other' };
}

/** Parses a web address as users write it: `example.com` means `https://`. */
export function parseAddress(text: string): ParsedAddress {
  if (PLAIN_ADDRESS.test(text)) return { ok: true, address: text };
  return reader ? reader(text) : readRoughly(text);
}

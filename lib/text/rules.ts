import * as message from './messages.ts';

/**
 * Rules for single values (docs/product-rules.md §4). Each returns the message of the first rule that failed,
 * or null when the value is valid. Empty values are up to the caller: they may be optional.
 */

export const PASSWORD_SPECIALS = '@$!%*#?&;^[]{}_-';
/** Longer than any typical password, short enough that hashing stays cheap. */
export const PASSWORD_MAX = 200;

export type PasswordRule = 'length' | 'lower' | 'upper' | 'digit' | 'special' | 'maximum';
export type PasswordProblem = { rule: PasswordRule; message: string };

const PASSWORD_RULES: readonly (PasswordProblem & { isMet: (password: string) => boolean })[] = [
  { rule: 'length', message: 'Use at least 8 characters', isMet: (password) => password.length >= 8 },
  { rule: 'lower', message: 'Add a small letter (a to z)', isMet: (password) => /[a-z]/.test(password) },
  { rule: 'upper', message: 'Add a capital letter (A to Z)', isMet: (password) => /[A-Z]/.test(password) },
  { rule: 'digit', message: 'Add a digit (0 to 9)', isMet: (password) => /[0-9]/.test(password) },
  {
    rule: 'special',
    message: `Add one of these characters: ${PASSWORD_SPECIALS}`,
    isMet: (password) => /[@$!%*#?&;^[\]{}_-]/.test(password),
  },
  {
    rule: 'maximum',
    message: `Use at most ${PASSWORD_MAX} characters`,
    isMet: (password) => password.length <= PASSWORD_MAX,
  },
];

/** Every rule that the password violates, in the order in which a form lists them; empty when it is valid. */
export function passwordProblems(password: string): PasswordProblem[] {
  return PASSWORD_RULES.filter((rule) => !rule.isMet(password)).map(({ rule, message }) => ({
    rule,
    message,
  }));
}

/** A code of 6 to 12 digits, from a mail or an authenticator. */
export function codeProblem(value: string, label = 'Code'): string | null {
  if (!/^[0-9]*$/.test(value)) return `${label} may only contain digits`;
  return value.length < 6 || value.length > 12 ? `${label} must be between 6 and 12 digits long` : null;
}

export const identifierCharacters = (label: string): string =>
  `${label} may only contain letters (a to z), digits, underscores and hyphens`;

/** Letters, digits, underscore and hyphen only. */
export function identifierProblem(value: string, label = 'Name'): string | null {
  return /^[A-Za-z0-9_-]+$/.test(value) ? null : identifierCharacters(label);
}

const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
const octets = (text: string) => new TextEncoder().encode(text).length;

/** A domain in ASCII (IDNA, as in DNS), in lower case, or null when it is invalid. */
export function asciiDomain(domain: string): string | null {
  if (domain.length > 255 || !domain.split('.').every((part) => LABEL.test(part))) return null;
  let ascii: string;
  try {
    ascii = new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
  const parts = ascii.split('.');
  const last = parts.at(-1) ?? '';
  const fits = ascii.length <= 253 && parts.every((part) => part.length > 0 && part.length <= 63);
  return fits && !/^[0-9]+$/.test(last) ? ascii : null;
}

const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;

/** An e-mail address: limits of RFC 5321 §4.5.3.1 (64 octets, `@`, 254 in total), international domains. */
export function emailProblem(value: string, label = 'Email'): string | null {
  const invalid = message.invalidType(label, 'email address');
  if (/\s/u.test(value)) return `${invalid}: it may not contain spaces or line breaks`;
  const at = value.lastIndexOf('@');
  if (at < 0) return `${invalid}: it needs an @`;
  const local = value.slice(0, at);
  const domain = value.slice(at + 1);
  if (octets(local) > 64) return `${invalid}: the part before the @ is longer than 64 characters`;
  if (!local) return `${invalid}: the part before the @ is missing`;
  if (!domain) return `${invalid}: the part after the @ is missing`;
  if (octets(value) > 254) return `${invalid}: it is longer than 254 characters`;
  if (!LOCAL_PART.test(local)) return `${invalid}: the part before the @ is not allowed`;
  const ascii = asciiDomain(domain);
  if (!ascii?.includes('.')) return `${invalid}: the part after the @ is not a domain`;
  return local.length + 1 + ascii.length > 254 ? `${invalid}: it is longer than 254 characters` : null;
}

const SOCKET_URL = /^(?:ws:\/\/|\{host\})?([^\s/:]*)(?::([^/\s]*))?(\/\S*)?$/u;

/** The address of a socket or a host: optional `ws://` or `{host}`, a domain, optional port and path. */
export function socketUrlProblem(value: string, label = 'Address'): string | null {
  const invalid = message.invalidType(label, 'address');
  const [matched, domain = '', port] = SOCKET_URL.exec(value) ?? [];
  if (matched === undefined) return `${invalid}: use a domain, with ws:// or {host} before it if needed`;
  const ascii = asciiDomain(domain);
  if (!ascii || !(ascii.includes('.') || ascii === 'localhost')) return `${invalid}: the domain is not valid`;
  const validPort =
    port === undefined || (/^[0-9]{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535);
  return validPort ? null : `${invalid}: the port must be between 1 and 65535`;
}

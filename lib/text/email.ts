import { asciiDomain } from './rules.ts';

/** The form in which two spellings of one address are the same: small letters, composed, the domain as DNS writes it. */
export function normalizedEmail(email: string): string {
  const plain = email.normalize('NFC').toLowerCase();
  const at = plain.lastIndexOf('@');
  return at < 0 ? plain : `${plain.slice(0, at)}@${asciiDomain(plain.slice(at + 1)) ?? plain.slice(at + 1)}`;
}

/** The domain of an address as DNS writes it, or an empty text. */
export function emailDomain(email: string): string {
  const normalized = normalizedEmail(email);
  const at = normalized.lastIndexOf('@');
  return at < 0 ? '' : normalized.slice(at + 1);
}

/** The address as mail servers take it: the domain as DNS writes it, the part before the @ as its owner does. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at)}@${asciiDomain(email.slice(at + 1)) ?? email.slice(at + 1)}`;
}

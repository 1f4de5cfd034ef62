import { asciiDomain } from './rules.ts';

/** Normalizes an address for comparison: lower case, NFC, the domain in ASCII (as in DNS). */
export function normalizedEmail(email: string): string {
  const plain = email.normalize('NFC').toLowerCase();
  const at = plain.lastIndexOf('@');
  return at < 0 ? plain : `${plain.slice(0, at)}@${asciiDomain(plain.slice(at + 1)) ?? plain.slice(at + 1)}`;
}

/** The domain of an address in ASCII (as in DNS), or an empty string. */
export function emailDomain(email: string): string {
  const normalized = normalizedEmail(email);
  const at = normalized.lastIndexOf('@');
  return at < 0 ? '' : normalized.slice(at + 1);
}

/** The address for mail servers: the domain in ASCII (as in DNS), the local part unchanged. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at)}@${asciiDomain(email.slice(at + 1)) ?? email.slice(at + 1)}`;
}

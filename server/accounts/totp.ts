import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';

const PERIOD_SECONDS = 30;
/** Clocks may be apart by one step (RFC 6238 §5.2). */
const WINDOW = 1;
/** RFC 4226 §4: 160 bits. */
const SECRET_BYTES = 20;
const ISSUER = 'Hubkeep';

const totp = (secret: string, label = '') =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** A new secret, in base 32 as authenticators expect it. */
export function generateTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The URI that authenticators read from the QR code. */
export function otpauthUrl(secret: string, email: string): string {
  return totp(secret, email).toString();
}

/** The time step that a code belongs to, if it is the current one or next to it; else null. */
export function matchingTotpStep(secret: string, code: string, now = Date.now()): number | null {
  const delta = totp(secret).validate({ token: code, window: WINDOW, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

/** A QR code as the path of an SVG whose view box is `0 0 size size`; one unit is one module. */
export function qrCodePath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { size, path };
}

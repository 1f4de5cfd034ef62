import { Secret, TOTP } from 'otpauth';
import type { TestAccount } from './accounts.ts';
import { expectData } from './responses.ts';

const PERIOD_MS = 30_000;

/** How long a request with a code may take, in milliseconds. */
const REQUEST_MS = 3_000;

const stepNow = () => Math.floor(Date.now() / PERIOD_MS);

/** Waits for the next step where that is near: the code of the step before this one would then be too old on its arrival. */
function waitForStep(): void {
  const left = PERIOD_MS - (Date.now() % PERIOD_MS);
  if (left < REQUEST_MS) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, left + 1);
}

/** An authenticator app: each code is of another time step, so that none was used before. */
export type Authenticator = {
  secret: string;
  /** A code that was not returned yet; of an adjacent step where the current one's was. */
  next(): string;
  /** The code of the step with this offset from now. */
  at(steps: number): string;
};

export function authenticator(secret: string): Authenticator {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  let used = stepNow() - 2;
  return {
    secret,
    at: (steps) => totp.generate({ timestamp: Date.now() + steps * PERIOD_MS }),
    next() {
      if (used < stepNow() - 1) waitForStep();
      const now = stepNow();
      used = Math.max(used + 1, now - 1);
      if (used > now + 1) throw new Error('every code of this minute was given already');
      return totp.generate({ timestamp: used * PERIOD_MS });
    },
  };
}

/** Turns a user's second factor on. */
export async function enableSecondFactor({ client, password }: TestAccount) {
  const { secret } = expectData(await client.post('auth/second-factor/start/', { password }));
  const app = authenticator(secret);
  const { recovery_codes } = expectData(
    await client.post('auth/second-factor/confirm/', { code: app.next() }),
  );
  return { app, recoveryCodes: recovery_codes };
}

/** Reads this tab's session storage; null where access to it is denied. */
export function readTabStorage(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value in this tab, or removes it. */
export function writeTabStorage(key: string, text: string | null): void {
  try {
    if (text === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, text);
  } catch {
    // A reload then starts with an empty form.
  }
}

/** The user and the form of a submission: its links give access to it, so they are shown to nobody else. */
export type ConfirmationOwner = { account: string; slug: string };

/** Storage key of a confirmation. */
export const confirmationKey = ({ account, slug }: ConfirmationOwner): string =>
  `form-sent:${account}:${slug}`;

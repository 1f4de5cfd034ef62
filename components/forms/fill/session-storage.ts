/** What this tab alone keeps, and only until it is closed; nothing where it may not even be looked at. */
export function keptInTab(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps it in this tab, or forgets it. */
export function keepInTab(key: string, text: string | null): void {
  try {
    if (text === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, text);
  } catch {
    // A reload then begins anew.
  }
}

/** Whose answer to which form: the links in it open the answer, so that nobody else is shown them. */
export type SentOwner = { account: string; slug: string };

/** Under which key what is said after an answer is kept. */
export const sentKey = ({ account, slug }: SentOwner): string => `form-sent:${account}:${slug}`;

const nameOf = (id: string) => `draft-form-left:${id}`;

/** A storage that may not be looked at must not take the screen down with it. */
function quietly<T>(act: (storage: Storage) => T, otherwise: T): T {
  try {
    return act(window.sessionStorage);
  } catch {
    return otherwise;
  }
}

/** Notes in this tab under which key it leaves its copy of a form, so that it goes on with the same one. */
export const storeTabDraftKey = (id: string, key: string): void =>
  quietly((storage) => storage.setItem(nameOf(id), key), undefined);

/**
 * The key that this tab left, once: a tab that is duplicated while it works hands none to the other.
 * @returns null where it left none, or was killed
 */
export const takeTabDraftKey = (id: string): string | null =>
  quietly((storage) => {
    const key = storage.getItem(nameOf(id));
    storage.removeItem(nameOf(id));
    return key;
  }, null);

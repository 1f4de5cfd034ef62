const nameOf = (id: string) => `draft-form-left:${id}`;

/** Falls back where access to the storage is denied, so that the screen still works. */
function quietly<T>(act: (storage: Storage) => T, otherwise: T): T {
  try {
    return act(window.sessionStorage);
  } catch {
    return otherwise;
  }
}

/** Stores in this tab the key of its copy of a form, so that its next screen continues with the same copy. */
export const storeTabDraftKey = (id: string, key: string): void =>
  quietly((storage) => storage.setItem(nameOf(id), key), undefined);

/**
 * The key that this tab's last screen stored, returned only once: a tab that is duplicated while it is open does not
 * share it.
 * @returns null where there is none, or the tab was killed
 */
export const takeTabDraftKey = (id: string): string | null =>
  quietly((storage) => {
    const key = storage.getItem(nameOf(id));
    storage.removeItem(nameOf(id));
    return key;
  }, null);

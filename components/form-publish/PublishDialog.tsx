/** Asks before the draft is published. */
export function PublishDialog(_: { onClose: () => void }) {
  return null;
}

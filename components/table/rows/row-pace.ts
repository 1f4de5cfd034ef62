/** How often rows are sent to be looked at while the view moves, in milliseconds. */
export const PACE_MS = 100;

type Rows = { from: number; to: number };

const isSame = (one: Rows, other: Rows) => one.from === other.from && one.to === other.to;
const overlap = (one: Rows, other: Rows) => one.from < other.to && other.from < one.to;

/**
 * Says which rows are looked at, at the pace of a reader: at once where the view rested before; while it moves, now and
 * then; and where it moves by more than itself meanwhile, so that nobody reads, once it rests. Each frame would else
 * begin a request that the next one aborts.
 */
export function createRowPace(want: (from: number, to: number) => void) {
  let seen: Rows = { from: 0, to: 0 };
  let sent = seen;
  let before = seen;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = () => {
    if (isSame(sent, seen)) return;
    sent = seen;
    want(seen.from, seen.to);
  };
  const wait = () => {
    before = seen;
    timer = setTimeout(() => {
      timer = undefined;
      const rests = isSame(before, seen);
      if (rests || overlap(before, seen)) send();
      if (!rests) wait();
    }, PACE_MS);
  };

  return {
    /** The view is at these rows now. */
    look(from: number, to: number) {
      seen = { from, to };
      if (timer !== undefined) return;
      send();
      wait();
    },
    close() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

import { isRecord } from '#lib/text/is-record.ts';

const CHANNEL = 'hubkeep-form-drafts';
/** Milliseconds to wait for other tabs' messages. A frozen tab doesn't respond: its copy counts as abandoned. */
const REPLY_WAIT = 300;

/**
 * Keys of copies: a query for those in use (`asked`), or the reply with those that are (`held`). The names are fixed: a tab of
 * an earlier build that does not understand a query doesn't reply, and its unsaved changes would count as abandoned.
 */
type TabMessage = { asked: string[] } | { held: string[] };

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function readMessage(data: unknown): TabMessage | null {
  if (!isRecord(data)) return null;
  if (isTexts(data.asked)) return { asked: data.asked };
  return isTexts(data.held) ? { held: data.held } : null;
}

/** Messages between the tabs of one browser about the copies that they own. */
export type DraftTabs = {
  /** @returns those of the copies that another open tab works on */
  ownedByOtherTabs: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  close: () => void;
};

/**
 * Connects the tabs of this browser. A broadcast channel also works over plain HTTP, where the Web Locks API is
 * missing.
 * @param isInUse whether this tab works on the copy now
 */
export function connectDraftTabs(isInUse: (key: string) => boolean): DraftTabs {
  const channel = new BroadcastChannel(CHANNEL);
  const openElsewhere = new Set<string>();
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data);
    if (!message) return;
    if ('held' in message) {
      for (const key of message.held) openElsewhere.add(key);
      return;
    }
    const own = message.asked.filter(isInUse);
    if (own.length > 0) channel.postMessage({ held: own } satisfies TabMessage);
  };
  return {
    ownedByOtherTabs: async (keys) => {
      channel.postMessage({ asked: [...keys] } satisfies TabMessage);
      await new Promise((resolve) => setTimeout(resolve, REPLY_WAIT));
      return openElsewhere;
    },
    close: () => channel.close(),
  };
}

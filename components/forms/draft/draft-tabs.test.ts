import { afterEach, expect, test } from 'vitest';
import { connectDraftTabs, type DraftTabs } from './draft-tabs.ts';

/** What tabs of earlier builds send and understand, as it goes over the channel. */
const QUERY = '{"asked":["a","b"]}';
const REPLY = '{"held":["a"]}';

const opened: { close: () => void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

function connect(isInUse: (key: string) => boolean): DraftTabs {
  const tabs = connectDraftTabs(isInUse);
  opened.push(tabs);
  return tabs;
}

function openChannel(): BroadcastChannel {
  const channel = new BroadcastChannel('hubkeep-form-drafts');
  opened.push(channel);
  return channel;
}

test('knows the copies that another tab works on', async () => {
  connect((key) => key === 'a');
  expect(await connect(() => false).ownedByOtherTabs(['a', 'b'])).toEqual(new Set(['a']));
});

test('knows the copies that a tab of an earlier build works on', async () => {
  const earlier = openChannel();
  earlier.onmessage = ({ data }) => {
    if (JSON.stringify(data) === QUERY) earlier.postMessage(JSON.parse(REPLY));
  };
  expect(await connect(() => false).ownedByOtherTabs(['a', 'b'])).toEqual(new Set(['a']));
});

test('replies to a tab of an earlier build with the copies that it works on', async () => {
  connect((key) => key === 'a');
  const earlier = openChannel();
  const reply = new Promise((resolve) => {
    earlier.onmessage = ({ data }) => resolve(data);
  });
  earlier.postMessage(JSON.parse(QUERY));
  expect(JSON.stringify(await reply)).toBe(REPLY);
});

import { expect, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { expectData } from '#tests/harness/responses.ts';
import { type SharedServer, sharedServer } from '#tests/harness/shared-server.ts';

const checking = sharedServer();
const serving = sharedServer({ env: { CHECK_RESPONSES: '' } });

/** Requests the text of a file whose passages are stored with a location that violates the schema. */
async function readOddText(server: SharedServer) {
  const place = await createPlace(server.client);
  const { owner } = place;
  const uploaded = await uploadBytes(owner, place, [{ name: 'tides.txt', bytes: 'High at noon.' }]);
  const id = expectData(uploaded, 201).items[0]?.id ?? '';
  await waitUntilReady(owner, id);
  await server.sql(`update passage set place = '{"type":"odd"}' where item_id = $1 and place is not null`, [
    id,
  ]);
  return owner.client.get(`items/${id}/text/`);
}

test('returns 500 and names the place where a response is not what its schema says', async () => {
  await expect(readOddText(checking)).rejects.toThrow(
    /^GET items\/:id\/text\/ sends what its response schema does not say\. data\.0\.where/,
  );
});

test('sends the response as it is where responses are not checked, as in production', async () => {
  const { status, data } = await readOddText(serving);
  expect(status).toBe(200);
  expect(data).toHaveLength(1);
});

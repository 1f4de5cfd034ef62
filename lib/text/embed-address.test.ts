import { expect, test } from 'vitest';
import { embedsIn, embedTarget } from './embed-address.ts';

const ID = '01a21b8c-8dfe-7f93-be7a-d43b03614b46';
const VIEW = '01a21b8c-89e8-7e39-97e8-7489a4252768';

test('reads the view of a table from an address, and takes titles and other parameters off', () => {
  const address = `/sea/~/${ID}?view=${VIEW}`;
  expect(embedTarget(`/sea/boats/${ID}-repairs?view=${VIEW}`)).toEqual({
    kind: 'item',
    id: ID,
    view: VIEW,
    address,
  });
  expect(embedTarget(`/sea/boats/${ID}`)).toEqual({ kind: 'item', id: ID, address: `/sea/~/${ID}` });
  for (const wrong of [`/sea/~/forms/${ID}?view=${VIEW}`, `/sea/~/${ID}?view=x`, `/sea/~/${ID}?row=${VIEW}`])
    expect(embedTarget(wrong)).toBeNull();
  expect(embedsIn(`[x](${address} "embed")`, 5).map((one) => one.address)).toEqual([address]);
});

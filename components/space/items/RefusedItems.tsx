import { FormattedMessage } from 'react-intl';
import type { Item, ItemsResult } from '#lib/contract/item.ts';
import { NOT_REACHED, STOPPED } from './item-batches.ts';

/** Maximum number of refusals named in a message. */
const NAMED = 3;

type RefusedItemsProps = {
  /** The items that the action was for. */
  before: readonly Item[];
  refused: ItemsResult['refused'];
};

/** The items that failed, and why: by name where the server refused them, by number where they were not tried. */
export function RefusedItems({ before, refused }: RefusedItemsProps) {
  const titles = new Map(before.map(({ id, title }) => [id, title]));
  const isLeft = ({ code }: { code: string }) => code === STOPPED || code === NOT_REACHED;
  const left = refused.filter(isLeft);
  const named = refused.filter((one) => !isLeft(one));
  const isLost = left.some(({ code }) => code === NOT_REACHED);
  return (
    <>
      {left.length > 0 && (
        <span style={{ display: 'block' }}>
          <FormattedMessage
            id={isLost ? 'selection.not_reached' : 'selection.stopped'}
            values={{ count: left.length }}
          />
        </span>
      )}
      {named.length > 0 && <FormattedMessage id="selection.refused" values={{ count: named.length }} />}
      {named.slice(0, NAMED).map(({ id, message }) => (
        <span key={id} style={{ display: 'block' }}>
          <bdi>{titles.get(id)}</bdi>: {message}
        </span>
      ))}
      {named.length > NAMED && (
        <FormattedMessage id="selection.more_refused" values={{ count: named.length - NAMED }} />
      )}
    </>
  );
}

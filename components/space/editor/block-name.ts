import type { IntlShape } from 'react-intl';
import type { BlockId } from './block-commands.ts';

/** The name of a kind of block: here alone, since a file with such a template brings all names. */
export const blockName = (intl: IntlShape, id: BlockId): string =>
  intl.formatMessage({ id: `editor.block_${id}` });

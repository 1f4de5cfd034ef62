import type { IntlShape } from 'react-intl';
import type { DraftContent } from '#components/forms/draft/draft-content.ts';
import { findField } from '#components/forms/draft/fields-in-draft.ts';
import { blockKey } from './draft-changes.ts';

/** The displayed name of a field, a block or a page. */
export function nodeName(intl: IntlShape, content: DraftContent, id: string): string {
  const field = findField(content.fields, id)?.field;
  if (field) return field.label.trim() === '' ? intl.formatMessage({ id: 'builder.no_label' }) : field.label;
  for (const [at, page] of content.layout.pages.entries()) {
    if (page.id === id) return page.title || intl.formatMessage({ id: 'builder.page_n' }, { number: at + 1 });
    const block = page.blocks.find((one) => blockKey(one) === id);
    if (block?.kind === 'section' && block.title) return block.title;
    if (block) return intl.formatMessage({ id: `builder.block_${block.kind}` });
  }
  return '';
}

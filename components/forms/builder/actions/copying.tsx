import { FormattedMessage } from 'react-intl';
import { focusNode } from '#components/forms/builder/canvas/SelectButton.tsx';
import { readCopiedField, storeCopiedField } from '#components/forms/builder/changes/copied-field.ts';
import * as changes from '#components/forms/builder/changes/draft-changes.ts';
import type { Builder } from '#components/forms/builder/context/builder-context.ts';
import {
  copyField,
  findField,
  limitExceeded,
  uniqueFieldName,
} from '#components/forms/draft/fields-in-draft.ts';
import type { ActionTools } from './action-tools.tsx';
import { insertField } from './adding.ts';

/** Duplicates beside the original; copies a field for another place, form or tab. */
export function copyingActions(tools: ActionTools): Pick<Builder, 'duplicate' | 'copy' | 'paste'> {
  const { now, refuse, change, announceChange, nameOf, select, storage, toast } = tools;
  return {
    duplicate: (id) => {
      const { content } = now();
      const found = findField(content.fields, id);
      const why = found && limitExceeded(content.fields, [found.field], found.around.length + 1);
      if (why) {
        refuse(why);
        return;
      }
      const done = changes.duplicateNode(content, id);
      if (!done) return;
      change(() => done.content, announceChange('builder.did_duplicate', nameOf(id)));
      select({ kind: found ? 'field' : 'block', id: done.id });
      focusNode(done.id);
    },
    copy: (id) => {
      const field = findField(now().content.fields, id)?.field;
      if (!field) return;
      const isStored = storeCopiedField(storage, field);
      const name = nameOf(id).slice(0, 60);
      toast({
        text: <FormattedMessage id={isStored ? 'builder.copied' : 'builder.not_copied'} values={{ name }} />,
      });
    },
    paste: () => {
      const field = readCopiedField(storage);
      if (!field) {
        toast({ tone: 'warning', text: <FormattedMessage id="builder.nothing_copied" /> });
        return;
      }
      const copy = { ...copyField(field), name: uniqueFieldName(field.label, tools.besideNames()) };
      insertField(tools, copy, announceChange('builder.did_paste', field.label));
    },
  };
}

import { useIntl } from 'react-intl';
import { changeField } from '#components/forms/builder/changes/draft-changes.ts';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';

type Change = (field: FieldDefinition) => FieldDefinition;

/** Changes one field; `part` names the typed part, so that consecutive typing is one undo step. */
export function useFieldChange({ id, label }: FieldDefinition): (change: Change, part?: string) => void {
  const intl = useIntl();
  const { change } = useDraft();
  return (how, part) =>
    change(
      (draft) => changeField(draft, id, how),
      intl.formatMessage({ id: 'builder.did_change' }, { name: label.slice(0, 60) }),
      part && `${id}.${part}`,
    );
}

/** The field with an optional text, or without it where it is empty. */
export function withText<Key extends 'placeholder' | 'help' | 'formula'>(
  field: FieldDefinition,
  key: Key,
  text: string,
): FieldDefinition {
  const next = { ...field };
  if (text === '') delete next[key];
  else Object.assign(next, { [key]: text });
  return next;
}

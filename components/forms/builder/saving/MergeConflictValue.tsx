import { FormattedMessage, useIntl } from 'react-intl';
import { useNumberFormat } from '#components/fields/use-number-format.ts';
import { nodeName } from '#components/forms/builder/changes/node-name.ts';
import type { DraftContent } from '#components/forms/draft/draft-content.ts';
import { findField } from '#components/forms/draft/fields-in-draft.ts';
import { ConditionText } from '#components/forms/logic/ConditionText.tsx';
import type { Condition, FieldDefinition } from '#lib/fields/definition.ts';
import type { MergeConflict, Side } from '#lib/forms/merge.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** Properties with a label of their own; others are shown by their names. */
const PARTS = [
  'title',
  'description',
  'label',
  'name',
  'type',
  'help',
  'placeholder',
  'required',
  'multiple',
  'default',
  'formula',
  'options',
  'rules',
  'visible_if',
  'required_if',
  'text',
  'alt',
  'picture',
  'place',
  'there',
  'translations',
] as const;

/** The name of a conflict: the field or page and the property, “Name: Label”. */
export function useMergeConflictName(
  mine: DraftContent,
  theirs: DraftContent,
): (collision: MergeConflict) => string {
  const intl = useIntl();
  return ({ about, part }) => {
    const [first = '', ...rest] = part.split('.');
    const known = PARTS.find((one) => one === first);
    const name = known ? intl.formatMessage({ id: `builder.part_${known}` }) : first;
    const what = first === 'translations' ? `${name} (${rest[0]}): ${rest.slice(1).join('.')}` : name;
    if (about.kind === 'form') return what;
    const node = nodeName(intl, mine, about.id) || nodeName(intl, theirs, about.id);
    return intl.formatMessage({ id: 'builder.part_of' }, { parent: node, part: what });
  };
}

/** All fields of a form, including those in groups. */
const allFields = (fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.flatMap((field) => [field, ...allFields(field.fields ?? [])]);

type MergeConflictValueProps = { conflict: MergeConflict; side: Side; content: DraftContent };

/** The value of one side as text. */
export function MergeConflictValue({ conflict: { part, ...sides }, side, content }: MergeConflictValueProps) {
  const intl = useIntl();
  const formatNumber = useNumberFormat();
  const textOf = (one: unknown) => (typeof one === 'number' ? formatNumber(one) : one);
  const value = sides[side];
  if (part === 'there')
    return (
      <FormattedMessage id={value === undefined ? 'builder.conflict_deleted' : 'builder.conflict_changed'} />
    );
  if (value === undefined || value === '')
    return (
      <FormattedMessage id={part.includes('.') ? 'builder.conflict_deleted' : 'builder.conflict_none'} />
    );
  if (part === 'place' && isRecord(value)) return placeText(intl, content, value);
  if (part === 'visible_if' || part === 'required_if')
    return <ConditionText condition={value as Condition} availableFields={allFields(content.fields)} />;
  if (typeof value === 'boolean')
    return <FormattedMessage id={value ? 'builder.conflict_yes' : 'builder.conflict_no'} />;
  if (typeof value === 'string') return <bdi>{value}</bdi>;
  if (part.startsWith('options.') && isRecord(value)) return <bdi>{String(value.label)}</bdi>;
  if (part.startsWith('rules.') && isRecord(value))
    return <bdi>{[textOf(value.value), value.message].filter((one) => one !== undefined).join(' – ')}</bdi>;
  if (Array.isArray(value))
    return <bdi>{value.map((one) => (isRecord(one) ? (one.label ?? one.rule) : one)).join(', ')}</bdi>;
  return <bdi>{typeof value === 'number' ? formatNumber(value) : JSON.stringify(value)}</bdi>;
}

function placeText(
  intl: ReturnType<typeof useIntl>,
  content: DraftContent,
  { parent, at }: Record<string, unknown>,
): React.ReactNode {
  const [kind, ...rest] = String(parent).split(':');
  const id = rest.join(':');
  const number = Number(at) + 1;
  if (id === '') return <FormattedMessage id="builder.conflict_place" values={{ at: number }} />;
  const isGroup = kind === 'field' && findField(content.fields, id) !== null;
  return (
    <FormattedMessage
      id={isGroup ? 'builder.conflict_in_group' : 'builder.conflict_on_page'}
      values={{ name: <bdi>{nodeName(intl, content, id)}</bdi>, at: number }}
    />
  );
}

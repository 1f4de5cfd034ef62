'use no memo';

import dynamic from 'next/dynamic';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { codePoints } from '#lib/text/text.ts';
import { type EditorProps, valueToText } from './editor-props.ts';
import styles from './FieldEditor.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import { FileEditor } from './FileEditor.tsx';
import { useFieldId } from './field-ids.ts';
import { FormattedMessage, useIntl } from './field-messages.ts';
import { lazyPart, loadLazyPart, loadOptionCombobox } from './lazy-code.ts';
import { AreaEditor, LineEditor } from './TextEditor.tsx';

// The fill page loads only the editors that its form needs.
const FormValueEditor = dynamic(
  lazyPart('form', () => import('./FormValueEditor.tsx').then((loaded) => loaded.FormValueEditor)),
);
const FieldHint = dynamic(
  lazyPart('hint', () => import('./FieldHint.tsx').then((loaded) => loaded.FieldHint)),
);
const ChoiceEditor = dynamic(
  lazyPart('choice', () => import('./ChoiceEditor.tsx').then((loaded) => loaded.ChoiceEditor)),
);
const OtherText = dynamic(() => import('./ChoiceEditor.tsx').then((loaded) => loaded.OtherText));
const NumberEditor = dynamic(
  lazyPart('number', () => import('./NumberEditor.tsx').then((loaded) => loaded.NumberEditor)),
);
const TimeEditor = dynamic(
  lazyPart('time', () => import('./TimeEditor.tsx').then((loaded) => loaded.TimeEditor)),
);
const PhoneEditor = dynamic(
  lazyPart('phone', () => import('./PhoneEditor.tsx').then((loaded) => loaded.PhoneEditor)),
);
const AddressEditor = dynamic(
  lazyPart('address', () => import('./AddressEditor.tsx').then((loaded) => loaded.AddressEditor)),
);
const ListEditor = dynamic(
  lazyPart('list', () => import('./ListEditor.tsx').then((loaded) => loaded.ListEditor)),
);
const OptionFinder = dynamic(() => loadOptionCombobox().then((loaded) => loaded.OptionCombobox), {
  ssr: false,
});
const ValueView = dynamic(
  lazyPart('value', () => import('./ValueView.tsx').then((loaded) => loaded.ValueView)),
);

/** Above this number, options are found by typing. */
const NATIVE_OPTIONS = 12;
/**
 * Up to this number, options are radio buttons or checkboxes on the page of a form; a table's dialog allows more
 * checkboxes.
 */
const SHOWN_OPTIONS = 7;
const BOXES = 30;
/** Share of the maximum length from which the remaining characters are shown. */
const NEAR = 0.8;

const NO_ENTRIES: ReadonlyMap<number, string> = new Map();

export type FieldEditorProps = {
  field: FieldDefinition;
  /** The path of the value: `people[0].mail`; the control's name, so that it posts without a script. */
  path?: string;
  value: unknown;
  /** Countries chosen for phone numbers, by index; undefined where the caller stores none. */
  countries?: readonly string[];
  /** Called with undefined for a missing value, and with the countries where they are stored. */
  onChange: (value: unknown, countries?: readonly string[]) => void;
  /** The field lost the focus. */
  onLeave?: () => void;
  isRequired?: boolean;
  problem?: string | null;
  /** Problems of list entries, by index. */
  entryProblems?: ReadonlyMap<number, string>;
  /** For a cell: the label is for screen readers only, and there is no help. */
  isBare?: boolean;
  disabled?: boolean;
};

function lengthLimit({ rules = [], type, multiple }: FieldDefinition): number | null {
  if (type === 'number' || multiple) return null;
  const [most = null] = rules.flatMap((rule) =>
    rule.rule === 'max_length' || rule.rule === 'length' ? [rule.value] : [],
  );
  return most;
}

/** The number of remaining characters, once it is small. */
function CharactersLeft({ value, most }: { value: unknown; most: number }) {
  const intl = useIntl();
  const text = valueToText(value);
  const left = most - codePoints(text);
  return left < 0 ? (
    <span className={styles.tooMany}>
      {intl.formatMessage({ id: 'fields.characters_over' }, { count: -left })}
    </span>
  ) : (
    <span>{intl.formatMessage({ id: 'fields.characters_left' }, { count: left })}</span>
  );
}

const isNear = (value: unknown, most: number) => {
  const text = valueToText(value);
  return text.length >= most * NEAR && codePoints(text) >= most * NEAR;
};

/** The control for a choice: radio buttons or checkboxes, a native select, or a combobox. */
function choiceLook(field: FieldDefinition, isForm: boolean): 'radios' | 'boxes' | 'list' | 'finder' {
  const count = field.options?.length ?? 0;
  const isSeveral = isList(field);
  if (isForm && count <= SHOWN_OPTIONS) return isSeveral ? 'boxes' : 'radios';
  if (!isForm && field.type === 'checkboxes' && count <= BOXES) return 'boxes';
  return !isSeveral && count <= NATIVE_OPTIONS ? 'list' : 'finder';
}

/** Loads what the bare editor of a field consists of besides this module. */
export async function loadFieldEditor(field: FieldDefinition): Promise<void> {
  const { type } = field;
  const parts: Promise<unknown>[] = [];
  if (isList(field) && !isChoice(field)) parts.push(loadLazyPart('list'));
  if (isChoice(field))
    parts.push(choiceLook(field, false) === 'finder' ? loadOptionCombobox() : loadLazyPart('choice'));
  else if (type === 'number' || type === 'phone') parts.push(loadLazyPart(type));
  else if (type === 'date' || type === 'time' || type === 'datetime') parts.push(loadLazyPart('time'));
  else if (type === 'url' || type === 'email') parts.push(loadLazyPart('address'));
  await Promise.all(parts);
}

/** A single value of any type; for a list (except of choices), one entry. */
function SingleEditor({ isForm, ...props }: EditorProps & { isForm: boolean }) {
  const isHydrated = useIsHydrated();
  const { field } = props;
  switch (field.type) {
    case 'number':
      return <NumberEditor {...props} />;
    case 'date':
    case 'time':
    case 'datetime':
      return <TimeEditor {...props} />;
    case 'textarea':
    case 'json':
      return <AreaEditor {...props} />;
    case 'file':
      return <FileEditor {...props} />;
    case 'select':
    case 'checkboxes':
    case 'multi-select': {
      const look = choiceLook(field, isForm);
      const isFound = look === 'finder' && isHydrated;
      const choice = isFound ? (
        <OptionFinder {...props} isSeveral={isList(field)} />
      ) : (
        <ChoiceEditor {...props} look={look} />
      );
      if (!field.allow_other || (look !== 'finder' && look !== 'list')) return choice;
      return (
        <div className={styles.withOther}>
          {choice}
          <OtherText {...props} />
        </div>
      );
    }
    case 'url':
    case 'email':
      return <AddressEditor {...props} />;
    case 'phone':
      return <PhoneEditor {...props} />;
    default:
      return <LineEditor {...props} />;
  }
}

/**
 * The editor of a value of any type, with its label, help and message. The caller holds the value (`RecordField` is the
 * equivalent for a field of a record).
 */
export function FieldEditor({
  field,
  path = field.name,
  value,
  countries,
  onChange,
  onLeave,
  isRequired = field.required !== false,
  problem = null,
  entryProblems = NO_ENTRIES,
  isBare,
  disabled,
}: FieldEditorProps) {
  const id = useFieldId(path);
  const most = lengthLimit(field);
  const isComputed = field.formula !== undefined;
  const isSeveral = isList(field) && !isChoice(field) && field.type !== 'file';
  // A form or a row has enough width; a single value beside others has not.
  const isForm = !isBare;
  const look = choiceLook(field, isForm);
  const isShown = isChoice(field) && (look === 'radios' || look === 'boxes');
  if (field.type === 'form')
    return <FormValueEditor field={field} path={path} value={value} onChange={onChange} />;
  return (
    <FieldFrame
      id={id}
      name={path}
      label={field.label}
      help={field.help}
      problem={problem}
      hint={problem && <FieldHint {...{ field, value, isRequired, countries }} />}
      isRequired={isRequired && !isComputed}
      isBare={isBare}
      isGroup={isSeveral || isShown || isComputed}
      isRadios={isShown && look === 'radios' && !isComputed}
      aside={
        isComputed ? (
          <FormattedMessage id="fields.computed" />
        ) : (
          most !== null && isNear(value, most) && <CharactersLeft value={value} most={most} />
        )
      }
    >
      {(control) => {
        const editor = { field, value, onLeave, control, disabled, isForm };
        if (isComputed)
          return (
            <output className={styles.computed} aria-live="polite">
              <ValueView field={field} value={value} />
            </output>
          );
        if (!isSeveral)
          return (
            <SingleEditor
              {...editor}
              country={countries && (countries[0] ?? '')}
              onChange={(next, country) => onChange(next, country === undefined ? undefined : [country])}
            />
          );
        return (
          <ListEditor
            {...editor}
            countries={countries}
            onChange={onChange}
            entryProblems={entryProblems}
            hintOf={(entry) => <FieldHint {...{ field, value, isRequired, countries, entry }} />}
          >
            {({ label, ...entry }) => <NamedEditor {...{ field, label, disabled, isForm }} {...entry} />}
          </ListEditor>
        );
      }}
    </FieldFrame>
  );
}

/** One of several entries, named by its number. */
function NamedEditor({ label, control, ...editor }: EditorProps & { label: string; isForm: boolean }) {
  return <SingleEditor {...editor} control={{ ...control, 'aria-label': label }} />;
}

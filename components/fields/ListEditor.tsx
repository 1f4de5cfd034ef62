import { Plus, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { isFilled as isStored } from '#lib/fields/is-filled.ts';
import type { EditorProps } from './editor-props.ts';
import { SquareButton, TextButton } from './FieldButton.tsx';
import { type ControlAttributes, FieldProblem, problemId } from './FieldFrame.tsx';
import { useIntl } from './field-messages.ts';
import styles from './ListEditor.module.css';
import { useRowFocus } from './use-row-focus.ts';

type Entry = { key: number; value: unknown; country: string };

type ListProps = Omit<EditorProps, 'country' | 'onChange'> & {
  /** Countries chosen for phone numbers, by index; undefined where the caller stores none. */
  countries?: readonly string[] | undefined;
  onChange: (value: unknown, countries?: readonly string[]) => void;
  entryProblems: ReadonlyMap<number, string>;
  /** How to correct one of the entries. */
  hintOf: (place: number) => ReactNode;
  /** The editor of an entry. */
  children: (entry: Omit<EditorProps, 'field' | 'disabled'> & { label: string }) => ReactNode;
};

const isFilled = ({ value }: Entry) => isStored(value) && value !== '';

/** The non-empty entries are the value; without any, there is none. */
function valuesOf(entries: readonly Entry[]): unknown[] | undefined {
  const values = entries.filter(isFilled).map(({ value }) => value);
  return values.length > 0 ? values : undefined;
}

const isSame = (left: readonly unknown[] | undefined, right: unknown) =>
  Object.is(left, right) ||
  (Array.isArray(right) &&
    left?.length === right.length &&
    left.every((one, at) => Object.is(one, right[at])));

/** Several values of one type, each on its own line. */
export function ListEditor({
  field,
  value,
  countries,
  onChange,
  onLeave,
  control,
  disabled,
  entryProblems,
  hintOf,
  children,
}: ListProps) {
  const intl = useIntl();
  const [entries, setEntries] = useState<{ list: readonly Entry[]; next: number }>({ list: [], next: 0 });
  const box = useRef<HTMLDivElement>(null);
  const lead = useRowFocus(box);
  let { list, next } = entries;
  const current: readonly unknown[] = Array.isArray(value) ? value : [];
  if (!isSame(valuesOf(list), value) && !(current.length === 0 && valuesOf(list) === undefined)) {
    list = current.map((one, at) => ({ key: next + at, value: one, country: countries?.[at] ?? '' }));
    next += current.length;
  }
  if (list.length === 0) {
    list = [{ key: next, value: undefined, country: '' }];
    next += 1;
  }
  if (list !== entries.list) setEntries({ list, next });

  const put = (changed: readonly Entry[], lastKey = next) => {
    setEntries({ list: changed, next: lastKey });
    const filled = valuesOf(changed);
    const chosen = countries && changed.filter(isFilled).map(({ country }) => country);
    const isElsewhere = chosen?.some((country, at) => country !== (countries?.[at] ?? ''));
    if (!isSame(filled, value) || isElsewhere) onChange(filled, chosen);
  };
  const placeOf = (at: number) => list.slice(0, at).filter(isFilled).length;
  const label = (at: number) =>
    intl.formatMessage({ id: 'fields.entry' }, { label: field.label, place: at + 1 });

  return (
    <div ref={box}>
      <ul className={styles.lines}>
        {list.map((entry, at) => {
          const id = `${control.id}[${at}]`;
          const problem = isFilled(entry) ? entryProblems.get(placeOf(at)) : undefined;
          const own: ControlAttributes = {
            ...control,
            id,
            'aria-describedby': problem ? problemId(id) : control['aria-describedby'],
            'aria-invalid':
              problem || (control['aria-invalid'] && entryProblems.size === 0) ? true : undefined,
          };
          return (
            <li className={styles.line} key={entry.key} data-row={entry.key}>
              <div>
                {children({
                  value: entry.value,
                  country: countries && entry.country,
                  onChange: (changed, country = entry.country) =>
                    put(
                      list.map((one) => (one.key === entry.key ? { ...one, value: changed, country } : one)),
                    ),
                  onLeave,
                  control: own,
                  label: label(at),
                })}
                <FieldProblem id={problemId(id)} hint={problem && hintOf(placeOf(at))}>
                  {problem}
                </FieldProblem>
              </div>
              {list.length > 1 && (
                <SquareButton
                  icon={X}
                  disabled={disabled}
                  label={intl.formatMessage(
                    { id: 'fields.remove_entry' },
                    { label: field.label, place: at + 1 },
                  )}
                  onClick={() => {
                    put(list.filter((one) => one.key !== entry.key));
                    lead((list[at + 1] ?? list[at - 1])?.key ?? null);
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
      <TextButton
        icon={Plus}
        disabled={disabled}
        label={intl.formatMessage({ id: 'fields.add_entry' })}
        aria-label={intl.formatMessage({ id: 'fields.add_label' }, { label: field.label })}
        onClick={() => {
          put([...list, { key: next, value: undefined, country: '' }], next + 1);
          lead(next);
        }}
      />
    </div>
  );
}

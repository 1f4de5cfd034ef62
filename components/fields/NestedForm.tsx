'use no memo';

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { COUNT_MAX } from '#lib/fields/size-check.ts';
import { SquareButton, TextButton } from './FieldButton.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import { FieldList } from './FieldList.tsx';
import { useFieldId } from './field-ids.ts';
import { useIntl } from './field-messages.ts';
import type { FieldRecord, FieldState } from './field-record.ts';
import styles from './NestedForm.module.css';
import { useRowFocus } from './use-row-focus.ts';

type Props = {
  record: FieldRecord;
  field: FieldDefinition;
  path: string;
  state: FieldState;
  disabled?: boolean;
};

/** The maximum number of records according to the rules. */
function mostOf({ rules = [] }: FieldDefinition): number | null {
  const most = rules.flatMap((rule) =>
    rule.rule === 'max_count' || rule.rule === 'count' ? [rule.value] : [],
  );
  return most.length > 0 ? Math.min(...most) : null;
}

/** A nested form: one record, or a list of them. */
export function NestedForm({ record, field, path, state, disabled }: Props) {
  const id = useFieldId(path);
  const { rows, problem, isRequired } = state;
  return (
    <FieldFrame
      id={id}
      name={path}
      label={field.label}
      help={field.help}
      problem={problem}
      isRequired={isRequired}
      isGroup
    >
      {() =>
        field.multiple ? (
          <RepeatedForm record={record} field={field} path={path} rows={rows} disabled={disabled} />
        ) : (
          <div className={styles.frame}>
            {rows[0] && <FieldList record={rows[0]} path={path} disabled={disabled} />}
          </div>
        )
      }
    </FieldFrame>
  );
}

type RepeatedProps = Omit<Props, 'state'> & { rows: readonly FieldRecord[] };

function RepeatedForm({ record, field, path, rows, disabled }: RepeatedProps) {
  const intl = useIntl();
  const box = useRef<HTMLDivElement>(null);
  const lead = useRowFocus(box);
  const [announced, setAnnounced] = useState('');
  const { label } = field;
  const most = mostOf(field);
  const isFull = rows.length >= (most ?? COUNT_MAX);

  const add = () => {
    const row = record.append(field);
    if (!row) return;
    setAnnounced(intl.formatMessage({ id: 'fields.entry_added' }, { label, place: rows.length + 1 }));
    lead(row.key);
  };
  const remove = (row: FieldRecord, at: number) => {
    record.remove(field, row);
    const count = rows.length - 1;
    setAnnounced(intl.formatMessage({ id: 'fields.entry_removed' }, { label, place: at + 1, count }));
    lead((rows[at + 1] ?? rows[at - 1])?.key ?? null, '[data-act="remove"]');
  };
  const move = (row: FieldRecord, to: number, act: string) => {
    if (to < 0 || to >= rows.length) return;
    record.move(field, row, to);
    setAnnounced(
      intl.formatMessage({ id: 'fields.entry_moved' }, { label, place: to + 1, count: rows.length }),
    );
    lead(row.key, `[data-act="${act}"]`);
  };

  return (
    <div ref={box}>
      <div className={styles.rows}>
        {rows.map((row, at) => {
          const values = { label, place: at + 1 };
          const title = intl.formatMessage({ id: 'fields.entry' }, values);
          return (
            <fieldset className={styles.frame} key={row.key} data-row={row.key} aria-label={title}>
              <div className={styles.head}>
                <span dir="auto">{title}</span>
                {rows.length > 1 && (
                  <>
                    <SquareButton
                      icon={ArrowUp}
                      data-act="up"
                      label={intl.formatMessage({ id: 'fields.move_up' }, values)}
                      disabled={disabled}
                      aria-disabled={at === 0 || undefined}
                      onClick={() => move(row, at - 1, 'up')}
                    />
                    <SquareButton
                      icon={ArrowDown}
                      data-act="down"
                      label={intl.formatMessage({ id: 'fields.move_down' }, values)}
                      disabled={disabled}
                      aria-disabled={at === rows.length - 1 || undefined}
                      onClick={() => move(row, at + 1, 'down')}
                    />
                  </>
                )}
                <SquareButton
                  icon={X}
                  data-act="remove"
                  label={intl.formatMessage({ id: 'fields.remove_entry' }, values)}
                  disabled={disabled}
                  onClick={() => remove(row, at)}
                />
              </div>
              <FieldList record={row} path={`${path}[${at}]`} disabled={disabled} />
            </fieldset>
          );
        })}
      </div>
      <TextButton
        icon={Plus}
        data-add=""
        disabled={disabled}
        aria-disabled={isFull || undefined}
        label={intl.formatMessage({ id: rows.length > 0 ? 'fields.add_entry' : 'fields.add_first' })}
        aria-label={intl.formatMessage(
          { id: rows.length > 0 ? 'fields.add_label' : 'fields.add_first_label' },
          { label },
        )}
        onClick={isFull ? undefined : add}
      />
      {most !== null && (
        <span className={styles.note}>
          <bdi>{intl.formatMessage({ id: 'fields.most_entries' }, { count: most })}</bdi>
        </span>
      )}
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </div>
  );
}

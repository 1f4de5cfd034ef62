import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { COUNT_MAX } from '#lib/fields/size-check.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { initialValues } from './initial-values.ts';

/**
 * More records than may be sent are shown, so that the user can choose which to remove. Far more come only from
 * programs.
 */
const ROWS_CACHED = 2 * COUNT_MAX;
const NO_ROWS: readonly never[] = [];

type NestedRecordsOptions<Row> = {
  /** @param path of the record among the initial values; null for one that is added later */
  create: (field: FieldDefinition, values: Values, path: string | null) => Row;
  /** The value of a nested form is another. */
  onChange: (field: FieldDefinition, value: unknown) => void;
  /** The user has added or removed a record: from now on the problems of the nested form are shown. */
  leave: (field: FieldDefinition) => void;
  /** The displayed problems have other paths. */
  onProblem: () => void;
};

/** The records of a record's nested forms. */
export function createNestedRecords<Row extends { values(): Values }>({
  create,
  onChange,
  leave,
  onProblem,
}: NestedRecordsOptions<Row>) {
  const rows = new Map<FieldDefinition, readonly Row[]>();
  const of = (field: FieldDefinition) => rows.get(field) ?? NO_ROWS;
  const put = (field: FieldDefinition, next: readonly Row[]): void => {
    rows.set(field, next);
    const found = next.map((row) => row.values());
    onChange(field, field.multiple ? found : found[0]);
  };
  const arrange = (field: FieldDefinition, next: readonly Row[]): void => {
    put(field, next);
    onProblem();
  };
  const without = (field: FieldDefinition, row: object) => of(field).filter((one) => one !== row);
  const read = (field: FieldDefinition, value: unknown, isInitial: boolean): Row[] =>
    (field.multiple ? (Array.isArray(value) ? value : []) : [value])
      .slice(0, ROWS_CACHED)
      .map((record, at) =>
        create(
          field,
          isRecord(record) ? record : {},
          isInitial ? (field.multiple ? `${field.name}[${at}]` : field.name) : null,
        ),
      );
  return {
    of,
    /** Creates the records of an initial value. */
    begin: (field: FieldDefinition, value: unknown) => void rows.set(field, read(field, value, true)),
    /** Replaces all records. */
    set: (field: FieldDefinition, value: unknown) => put(field, read(field, value, false)),
    /** The values of a record have changed. */
    update: (field: FieldDefinition) => put(field, of(field)),
    append(field: FieldDefinition, values?: Values): Row | null {
      if (of(field).length >= COUNT_MAX) return null;
      const row = create(field, values ?? initialValues(field.fields ?? []), null);
      if (field.multiple) leave(field);
      arrange(field, [...of(field), row]);
      return row;
    },
    remove(field: FieldDefinition, row: object): void {
      leave(field);
      arrange(field, without(field, row));
    },
    move(field: FieldDefinition, row: object, to: number): void {
      const moved = of(field).find((one) => one === row);
      const others = without(field, row);
      if (moved) arrange(field, [...others.slice(0, to), moved, ...others.slice(to)]);
    },
  };
}

import { type FormEvent, type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { FileUploader } from '#components/fields/file-uploader.ts';
import type { FormRecord } from '#components/fields/form-record.ts';
import { failureText } from '#components/ui/failure-text.tsx';
import type { Row, RowOutcome } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { withCountryCodes } from '#lib/fields/phone-text.ts';
import { addRow, changeRow } from '#services/table.ts';
import type { ChosenLinks } from './NewRowLinks.tsx';

/** The changed values of a row; null where a value was removed. */
export function changesOf(before: Values, after: Values): Values {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names]
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, after[name] ?? null]),
  );
}

const linkedIds = (linked: ChosenLinks): Values =>
  Object.fromEntries(Object.entries(linked).map(([name, rows]) => [name, rows.map(({ id }) => id)]));

type RowSaving = {
  itemId: string;
  /** Null for a new one. */
  row: Row | null;
  record: FormRecord;
  /** The values before they were edited. */
  initial: Values;
  /** The rows that a new one is linked to. */
  linked: ChosenLinks;
  uploads: FileUploader;
  /** @param previous what the changed cells were on the server: also what others had written there meanwhile */
  onSaved: (row: Row, names: readonly string[], previous: Values) => void;
  onClose: () => void;
};

/** Saves a row that is edited, or adds a new one; what the server refuses is shown at its fields. */
export function useRowSaving({ itemId, row, record, initial, linked, uploads, onSaved, onClose }: RowSaving) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  /** Problems of no field that is shown. */
  const [others, setOthers] = useState<string[]>([]);
  const [tries, setTries] = useState(0);

  const take = (outcome: RowOutcome | undefined, names: readonly string[]) => {
    if (outcome?.status === 'done' && outcome.row) return onSaved(outcome.row, names, outcome.previous ?? {});
    setBusy(false);
    if (outcome?.status === 'refused') {
      const { errors = {}, details } = outcome;
      setOthers(Object.values(record.takeServerErrors({ errors, details })).flat());
      setTries((before) => before + 1);
    } else setOthers([]);
    if (outcome?.status === 'missing') setProblem(<FormattedMessage id="table.row_gone" />);
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    setOthers([]);
    // Uploads in progress still become part of the row.
    await uploads.settled();
    if (row === null && !record.check().ok) {
      setTries((before) => before + 1);
      return;
    }
    // A row stores phone numbers only: the chosen country is written into them.
    const values = withCountryCodes(record.values(), record.countries());
    const changed = row ? changesOf(initial, values) : values;
    if (row && Object.keys(changed).length === 0) return onClose();
    setBusy(true);
    try {
      take(
        row
          ? // Only these cells: others of the row stay as somebody else has written them meanwhile.
            await changeRow(itemId, { id: row.id, values: changed })
          : await addRow(itemId, { values: { ...changed, ...linkedIds(linked) } }),
        Object.keys(changed),
      );
    } catch (error) {
      setBusy(false);
      setProblem(failureText(error));
    }
  };

  return { busy, problem, others, tries, save };
}

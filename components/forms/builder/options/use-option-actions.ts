import type { RefObject } from 'react';
import { useIntl } from 'react-intl';
import { useFieldChange } from '#components/forms/builder/panel/use-field-change.ts';
import { newId } from '#components/forms/draft/fields-in-draft.ts';
import { type FieldDefinition, OPTIONS_MAX, type Option } from '#lib/fields/definition.ts';

/** What can be done with one option of a list. */
export type OptionActions = {
  relabel: (id: string, label: string) => void;
  move: (at: number, step: -1 | 1) => void;
  remove: (id: string, at: number) => void;
  addAfter: (at: number) => void;
  pasteAt: (at: number, lines: string[]) => void;
};

/** Changes of a choice's options. In the list of their inputs, the focus goes along. */
export function useOptionActions(field: FieldDefinition, list: RefObject<HTMLOListElement | null>) {
  const intl = useIntl();
  const set = useFieldChange(field);
  const options = field.options ?? [];

  const change = (how: (options: Option[]) => Option[], part?: string) =>
    set((one) => {
      const next = how(one.options ?? []);
      // A default that is no longer an option could not be saved.
      const ids = new Set(next.map(({ id }) => id));
      const { default: value, ...rest } = one;
      const isThere = Array.isArray(value) ? value.every((id) => ids.has(id)) : ids.has(String(value));
      return { ...rest, options: next, ...(value !== undefined && isThere ? { default: value } : {}) };
    }, part);
  const focusAt = (at: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[at]?.focus());
  const actions: OptionActions = {
    relabel: (id, label) =>
      change((all) => all.map((one) => (one.id === id ? { ...one, label } : one)), `options.${id}`),
    move: (at, step) => {
      change((all) => {
        const option = all[at];
        return option ? all.toSpliced(at, 1).toSpliced(at + step, 0, option) : all;
      });
      focusAt(at + step);
    },
    remove: (id, at) => {
      change((all) => all.filter((one) => one.id !== id));
      focusAt(Math.max(0, at - 1));
    },
    addAfter: (at) => {
      if (options.length >= OPTIONS_MAX) return;
      const label = intl.formatMessage({ id: 'builder.option' }, { number: options.length + 1 });
      change((all) => all.toSpliced(at + 1, 0, { id: newId('o'), label }));
      requestAnimationFrame(() => list.current?.querySelectorAll('input')[at + 1]?.select());
    },
    pasteAt: (at, lines) =>
      change((all) => {
        const [first = '', ...rest] = lines;
        const changed = all.map((one, place) => (place === at ? { ...one, label: first } : one));
        const added = rest.map((label) => ({ id: newId('o'), label }));
        return changed.toSpliced(at + 1, 0, ...added).slice(0, OPTIONS_MAX);
      }),
  };
  return { change, actions };
}

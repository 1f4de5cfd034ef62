'use no memo';

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { FieldRecord, FieldState } from './field-record.ts';
import { createFormRecord, type FormRecord, type RecordOptions, type RecordProblem } from './form-record.ts';
import { loadMoreFunctions, loadPatterns } from './lazy-code.ts';

/** Whether one of the fields, or of their nested forms, has a pattern rule. */
const hasPattern = (fields: readonly FieldDefinition[]): boolean =>
  fields.some(
    ({ rules = [], fields: inner = [] }) => rules.some(({ rule }) => rule === 'pattern') || hasPattern(inner),
  );

/** Whether one of the fields, or of their nested forms, is computed. */
const hasFormula = (fields: readonly FieldDefinition[]): boolean =>
  fields.some(({ formula, fields: inner = [] }) => formula !== undefined || hasFormula(inner));

/**
 * The state of filling one record. It lives outside of React: a component subscribes to the parts that it shows, and is
 * rendered again only when those change. When the fields change (a form that is being built, another language), the
 * values stay.
 */
export function useRecord(fields: readonly FieldDefinition[], options: RecordOptions): FormRecord {
  const { onChange } = options;
  /** How often functions were loaded: what is computed is computed again. */
  const [loads, setLoads] = useState(0);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  }, [onChange]);
  useEffect(() => {
    // If they can't be loaded, only the server checks patterns.
    if (hasPattern(fields)) loadPatterns().catch(() => undefined);
    if (!hasFormula(fields)) return;
    let isOver = false;
    // If they can't be loaded, only the server computes what calls them.
    loadMoreFunctions().then(
      () => {
        if (!isOver) setLoads((before) => before + 1);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [fields]);
  const begin = (values?: Pick<RecordOptions, 'initial' | 'countries' | 'defaults'>) =>
    createFormRecord(fields, {
      ...options,
      ...values,
      onChange: (values) => latest.current?.(values),
    });
  const [cached, setCached] = useState(() => ({ fields, loads, record: begin() }));
  if (cached.fields === fields && cached.loads === loads) return cached.record;
  const { record } = cached;
  const next = {
    fields,
    loads,
    record: begin({ initial: record.values(), countries: record.countries(), defaults: true }),
  };
  setCached(next);
  return next.record;
}

/** The displayed state of one field. */
export function useField(record: FieldRecord, field: FieldDefinition): FieldState {
  const subscribe = useCallback((listener: () => void) => record.subscribe(field, listener), [record, field]);
  const state = () => record.state(field);
  return useSyncExternalStore(subscribe, state, state);
}

/** All problems of the fields, in the order of the page. */
export function useProblems(record: FormRecord): readonly RecordProblem[] {
  return useSyncExternalStore(record.subscribeProblems, record.problems, record.problems);
}

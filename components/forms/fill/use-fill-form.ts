'use no memo';

import { type FormEvent, use, useRef, useState } from 'react';
import { FileUploaderContext } from '#components/fields/file-uploader.ts';
import { createFormRecord, type RecordProblem } from '#components/fields/form-record.ts';
import { useProblems, useRecord } from '#components/fields/use-record.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { POSTED_NAMES } from '#lib/browser/posted-submission.ts';
import { translateProblem } from '#lib/fields/translate-problem.ts';
import { applyPageConditions } from '#lib/forms/layout.ts';
import type { FillData, Filled, InitialFill, Refusal } from './fill-data.ts';
import { useIntl } from './fill-messages.ts';
import { fieldsOn } from './form-pages.ts';
import { noScriptFields, noScriptValues } from './no-script-fields.ts';
import { usePageNavigation } from './use-page-navigation.ts';
import { usePreHydrationInput } from './use-pre-hydration-input.ts';
import { placeProblems, useUnplacedProblems } from './use-unplaced-problems.ts';
import { useVisiblePages } from './use-visible-pages.ts';

/** The record that is shown until the form has a script, and the problems in it that belong to no field. */
function useNoScriptRecord(data: FillData, beginning: InitialFill) {
  const intl = useIntl();
  const [record] = useState(() => {
    const all = noScriptFields(beginning.definition.fields);
    const plain = createFormRecord(all, {
      initial: noScriptValues(all, beginning.values, beginning.defaults),
      countries: beginning.countries,
      defaults: false,
      // Without a script, times are in UTC unless the form has a time zone.
      writtenIn: { timeZone: 'UTC', ...data.writtenIn },
      country: data.country,
      formatProblem: (problem) => translateProblem(problem, intl, false),
    });
    return { plain, rendered: placeProblems(plain, beginning, intl) };
  });
  return record;
}

/** What was typed into the field that only programs see. */
function honeypotValue(form: HTMLFormElement | null): string {
  const website = form?.elements.namedItem(POSTED_NAMES.website);
  return website instanceof HTMLInputElement ? website.value : '';
}

export type FillFormOptions = {
  data: FillData;
  beginning: InitialFill;
  /** Values or the open page have changed. */
  onChange(filled: Filled, page: string): void;
  onSend(filled: Filled, website: string): Promise<Refusal | null>;
  /** Another page is opened: an occasion to check whether the form has changed. */
  onTurn?(): void;
};

/** Filling a form: its values and their problems, the open page, and submitting. */
export function useFillForm({ data, beginning, onChange, onSend, onTurn }: FillFormOptions) {
  const intl = useIntl();
  const isHydrated = useIsHydrated();
  const { definition } = beginning;
  const fields = applyPageConditions(definition.fields, definition.layout);
  const box = useRef<HTMLFormElement>(null);
  const files = use(FileUploaderContext);
  const [isBusy, setIsBusy] = useState(false);

  const record = useRecord(fields, {
    initial: beginning.values,
    countries: beginning.countries,
    defaults: beginning.defaults,
    hidden: data.hidden,
    writtenIn: data.writtenIn,
    country: data.country,
    formatProblem: (problem) => translateProblem(problem, intl),
    onChange: () => {
      paging.lookAgain();
      onChange(filled(), opened.id);
    },
  });
  const filled = (): Filled => ({ values: record.values(), countries: record.countries() });
  const { plain, rendered } = useNoScriptRecord(data, beginning);
  const paging = useVisiblePages(definition.layout, record, beginning.page);
  const { pages, at, opened, isLast } = paging;
  const problems = useProblems(isHydrated ? record : plain);
  const onPage = new Set(fieldsOn(opened));
  const listed = isHydrated && !isLast ? problems.filter(({ top }) => onPage.has(top.id)) : problems;

  usePreHydrationInput(box, isHydrated);
  const unplaced = useUnplacedProblems(record, beginning, rendered, isHydrated);

  const show = (id: string) => {
    if (id === opened.id) return;
    unplaced.reset();
    paging.open(id);
    onChange(filled(), id);
    pageNavigation.count();
    onTurn?.();
  };
  const pageNavigation = usePageNavigation({
    page: opened.id,
    show,
    isPaged: isHydrated && definition.layout.pages.length > 1,
    box,
  });
  const pageOf = (problem: RecordProblem) => pages.find((page) => fieldsOn(page).includes(problem.top.id));
  const showProblem = (problem: RecordProblem) => {
    const page = pageOf(problem);
    if (page && page.id !== opened.id) {
      pageNavigation.push(page.id);
      paging.open(page.id);
      onChange(filled(), page.id);
    }
  };
  const goOn = () => {
    const checked = record.check(onPage);
    const next = pages[at + 1];
    if (!checked.ok && checked.problems.length > 0) unplaced.refuse([]);
    else if (next) pageNavigation.goTo(next.id);
  };
  const send = async () => {
    // Uploads in progress belong to the submission.
    setIsBusy(true);
    await files?.settled();
    setIsBusy(false);
    const checked = record.check();
    if (!checked.ok) {
      const [first] = checked.problems;
      if (first) showProblem(first);
      unplaced.refuse([]);
      return;
    }
    setIsBusy(true);
    unplaced.reset();
    const refusal = await onSend({ ...filled(), values: checked.values }, honeypotValue(box.current));
    setIsBusy(false);
    if (!refusal) return;
    const rest = placeProblems(record, refusal, intl);
    const first = record.firstError();
    if (first) showProblem(first);
    unplaced.refuse(rest);
  };
  const submit = (event: FormEvent) => {
    if (!isHydrated) return;
    event.preventDefault();
    if (isBusy) return;
    if (isLast) void send();
    else goOn();
  };

  return {
    isHydrated,
    box,
    submit,
    isBusy,
    /** Shown: with the values that are filled, or before hydration with those of the server. */
    shownRecord: isHydrated ? record : plain,
    record,
    pages,
    at,
    opened,
    isLast,
    pageNavigation,
    problems: { ...unplaced, listed, show: showProblem },
  };
}

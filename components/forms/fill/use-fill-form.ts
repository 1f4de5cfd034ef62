'use no memo';

import { type FormEvent, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { FileUploaderContext } from '#components/fields/file-uploader.ts';
import { createFormRecord, type RecordProblem } from '#components/fields/form-record.ts';
import { useProblems, useRecord } from '#components/fields/use-record.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { POSTED_NAMES } from '#lib/browser/posted-submission.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import { translateProblem } from '#lib/fields/translate-problem.ts';
import { applyPageConditions } from '#lib/forms/layout.ts';
import { refusalMessage } from '#lib/forms/refusal-message.ts';
import type { MessageCatalog } from '#lib/text/inline-messages.ts';
import type { FillData, Filled, InitialFill, Refusal } from './fill-data.ts';
import { useIntl } from './fill-messages.ts';
import { fieldsOn } from './form-pages.ts';
import { noScriptFields, noScriptValues } from './no-script-fields.ts';
import {
  type PreHydrationInput,
  readPreHydrationInput,
  restorePreHydrationInput,
} from './pre-hydration-input.ts';
import { usePageTurns } from './use-page-turns.ts';
import { useVisiblePages } from './use-visible-pages.ts';

/** The problems that belong to no field. */
const sentencesOf = (rest: FieldErrors, messages: MessageCatalog): string[] =>
  Object.entries(rest).flatMap(([path, texts]) =>
    texts.map((message) =>
      path === 'version' ? refusalMessage({ code: 'unknown_version', message }, messages) : message,
    ),
  );

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
    return { plain, unplaced: sentencesOf(plain.takeServerErrors(beginning), intl) };
  });
  return record;
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
  const typed = useRef<PreHydrationInput>([]);
  const [tries, setTries] = useState(0);
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
  const { plain, unplaced } = useNoScriptRecord(data, beginning);
  const [others, setOthers] = useState<string[]>(() => [
    ...(beginning.problem ? [beginning.problem] : []),
    ...unplaced,
  ]);
  const paging = useVisiblePages(definition.layout, record, beginning.page);
  const { pages, at } = paging;
  const opened = pages[at] ?? definition.layout.pages[0] ?? { id: '', blocks: [] };
  const isLast = at >= pages.length - 1;
  const problems = useProblems(isHydrated ? record : plain);
  const onPage = new Set(fieldsOn(opened));
  const listed = isHydrated && !isLast ? problems.filter(({ top }) => onPage.has(top.id)) : problems;

  // Input and problems from before hydration are preserved.
  useLayoutEffect(() => {
    if (box.current && !isHydrated) typed.current = readPreHydrationInput(box.current);
  }, [isHydrated]);
  useEffect(() => {
    if (!isHydrated || !box.current) return;
    restorePreHydrationInput(box.current, typed.current);
    typed.current = [];
    const rest = record.takeServerErrors(beginning);
    setOthers([...(beginning.problem ? [beginning.problem] : []), ...sentencesOf(rest, intl)]);
    if (Object.keys(beginning.errors).length > 0 || beginning.problem) setTries((count) => count + 1);
  }, [isHydrated, record, beginning, intl]);

  const show = (id: string) => {
    if (id === opened.id) return;
    setOthers([]);
    setTries(0);
    paging.open(id);
    onChange(filled(), id);
    turns.count();
    onTurn?.();
  };
  const turns = usePageTurns({
    page: opened.id,
    show,
    isPaged: isHydrated && definition.layout.pages.length > 1,
    box,
  });
  const pageOf = (problem: RecordProblem) => pages.find((page) => fieldsOn(page).includes(problem.top.id));
  const showProblem = (problem: RecordProblem) => {
    const page = pageOf(problem);
    if (page && page.id !== opened.id) {
      turns.push(page.id);
      paging.open(page.id);
      onChange(filled(), page.id);
    }
  };
  const refuse = (sentences: string[]) => {
    setOthers(sentences);
    setTries((count) => count + 1);
  };

  const goOn = () => {
    const checked = record.check(onPage);
    const next = pages[at + 1];
    if (!checked.ok && checked.problems.length > 0) refuse([]);
    else if (next) turns.turnTo(next.id);
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
      refuse([]);
      return;
    }
    setIsBusy(true);
    setOthers([]);
    const website = box.current?.elements.namedItem(POSTED_NAMES.website);
    const refusal = await onSend(
      { ...filled(), values: checked.values },
      website instanceof HTMLInputElement ? website.value : '',
    );
    setIsBusy(false);
    if (!refusal) return;
    const rest = record.takeServerErrors(refusal);
    const first = record.firstError();
    if (first) showProblem(first);
    refuse([...(refusal.problem ? [refusal.problem] : []), ...sentencesOf(rest, intl)]);
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
    turns,
    problems: { listed, others, tries, show: showProblem },
  };
}

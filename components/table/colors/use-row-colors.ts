import { useContext, useEffect, useState } from 'react';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { useShell } from '#context/ShellContext.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import type { ColorRule, ViewLayout } from '#lib/contract/table-views.ts';
import type { ColorOfRow } from './row-colors.ts';

const NO_RULES: readonly ColorRule[] = [];

/** The colours of a view's rows; null without rules, for which nothing is loaded. */
export function useRowColors(
  columns: readonly WireColumn[],
  settings: { layout: ViewLayout },
): ColorOfRow | null {
  const rules = settings.layout.colors ?? NO_RULES;
  const me = useShell().viewer?.id ?? null;
  const { locale, timeZone } = useContext(InputFormatContext) ?? {};
  const [colors, setColors] = useState<ColorOfRow | null>(null);
  useEffect(() => {
    if (rules.length === 0) return setColors(null);
    let isCurrent = true;
    void import('./row-colors.ts').then(({ createRowColors }) => {
      if (isCurrent) setColors(() => createRowColors(rules, columns, { me, locale, timeZone }));
    });
    return () => {
      isCurrent = false;
    };
  }, [rules, columns, me, locale, timeZone]);
  return colors;
}

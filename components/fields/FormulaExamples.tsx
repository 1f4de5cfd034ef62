import styled from 'styled-components';
import { FORMULA_HELP } from '#lib/fields/formula-help.ts';
import '#lib/fields/formula-more.ts';
import { color, space } from '#styles/tokens.ts';

const Groups = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
  max-height: 320px;
  margin-top: ${space(3)};
  overflow: auto;
  font-family: ui-monospace, SFMono-Regular, Menlo, monospace;
  font-size: 13px;
  overflow-wrap: anywhere;

  dt {
    margin-top: ${space(2)};
  }

  dd {
    margin: 0;
    color: ${color('quiet')};
  }
`;

/** The functions of formulas, each with an example and its result. The label names the list for screen readers. */
export function FormulaExamples({ label }: { label: string }) {
  return (
    <Groups dir="ltr" role="group" aria-label={label} tabIndex={0}>
      {Object.entries(FORMULA_HELP).map(([name, examples]) => (
        <dl key={name}>
          {examples.map(({ usage, example, result }) => (
            <div key={usage}>
              <dt>{usage}</dt>
              <dd>
                {example} → {String(result)}
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </Groups>
  );
}

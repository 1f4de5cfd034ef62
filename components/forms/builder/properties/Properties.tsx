import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { focusNode } from '#components/forms/builder/canvas/SelectButton.tsx';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { findField } from '#components/forms/draft/fields-in-draft.ts';
import { useSelection } from '#components/forms/draft/selection-context.ts';
import { space } from '#styles/tokens.ts';
import { BlockProperties } from './BlockProperties.tsx';
import { FieldProperties } from './FieldProperties.tsx';
import { FormProperties } from './FormProperties.tsx';
import { PageProperties } from './PageProperties.tsx';

const Box = styled.div`
  display: grid;
  gap: ${space(4)};
`;

const CONTROLS = 'input:not([type="hidden"]), textarea, select, button';

/** The control of a part such as `options[2].label`, else of its parent, else the first one. */
function controlOf(box: HTMLElement, part: string): HTMLElement | null {
  for (let path = part; path !== ''; path = path.replace(/(^|[.[])[^.[]*$/, '')) {
    const found = box.querySelector(`[data-part="${CSS.escape(path)}"]`);
    const control = found?.querySelector<HTMLElement>(CONTROLS);
    if (control) return control;
  }
  return box.querySelector<HTMLElement>(`[data-part] :is(${CONTROLS})`);
}

/** The properties of the selection. Escape returns the focus to it on the canvas. */
export function Properties() {
  const { content } = useDraft();
  const { selected, takeFocus } = useSelection();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with each selection, also of the same field
  useEffect(() => {
    const part = takeFocus('build');
    if (part === null || !box.current) return;
    const control = controlOf(box.current, part);
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
  }, [selected, takeFocus]);

  const id = selected.kind === 'form' ? 'form' : selected.id;
  const found = selected.kind === 'field' ? findField(content.fields, selected.id) : null;
  const at =
    selected.kind === 'page' ? content.layout.pages.findIndex((page) => page.id === selected.id) : -1;
  const page = content.layout.pages[at];
  const block =
    selected.kind === 'block'
      ? content.layout.pages
          .flatMap(({ blocks }) => blocks)
          .find((one) => one.kind !== 'field' && one.id === selected.id)
      : undefined;
  return (
    <Box
      ref={box}
      data-draft
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        focusNode(id);
      }}
    >
      {found ? (
        <FieldProperties key={id} found={found} />
      ) : page ? (
        <PageProperties key={id} page={page} at={at} />
      ) : block && block.kind !== 'field' ? (
        <BlockProperties key={id} block={block} />
      ) : (
        <FormProperties />
      )}
    </Box>
  );
}

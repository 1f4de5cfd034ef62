import { type AnyExtension, Editor, Extension, type Extensions } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions/placeholder';
import { search } from 'prosemirror-search';
import type { DiagramMessages } from '#components/space/embeds/diagrams/diagram-picture.ts';
import type { EmbedMessages } from '#components/space/embeds/embed-card.ts';
import { documentExtensions } from '#lib/documents/schema.ts';
import type { DocumentConnection } from '#services/document-connection.ts';
import { CodeHighlight } from './code-highlight.ts';
import { Collaboration } from './collaboration.ts';
import { type DateOptions, DateWithView } from './date-view.ts';
import { DiagramPreview } from './diagram-preview.ts';
import { EmbedWithView, ItemLinkWithView } from './embed-view.ts';
import { HeadingJumps } from './heading-jumps.ts';
import { BlockMathWithView, InlineMathWithView, type MathOptions } from './math-view.ts';
import { BlockKeys } from './move-block.ts';
import { type PictureViewOptions, PictureWithView } from './picture-view.ts';
import { TableKeys } from './table-keys.ts';
import { type ToggleOptions, ToggleWithView } from './toggle-view.ts';
import { type TriggerListener, TriggerMenus } from './trigger.ts';
import { TypedMarkdown } from './typed-markdown.ts';
import { UploadPlaces } from './upload-places.ts';

type EditorOptions = {
  element: HTMLElement;
  connection: DocumentConnection;
  isEditable: boolean;
  label: string;
  placeholder: string;
  /** What embeds show: those of a hub, in the writer's language. */
  embeds: { handle: string; messages: EmbedMessages };
  math: MathOptions;
  date: DateOptions;
  diagrams: DiagramMessages;
  toggle: ToggleOptions;
  picture: PictureViewOptions;
  triggers: TriggerListener;
  /** What else the screen adds: paste, drop, keys. */
  extensions: Extensions;
};

/** Find and replace: with the others from the start, because a plugin that is added later begins them again. */
const Search = Extension.create({ name: 'search', addProseMirrorPlugins: () => [search()] });

/** The editor of a document that is loaded. Styles are the screen's: the page's policy allows none in tags. */
export function createEditor(options: EditorOptions): Editor {
  const { element, connection, isEditable, label, placeholder, embeds, math } = options;
  const { date, diagrams, toggle, picture, triggers, extensions } = options;
  const withView: Record<string, AnyExtension | undefined> = {
    embed: EmbedWithView.configure(embeds),
    itemLink: ItemLinkWithView.configure(embeds),
    inlineMath: InlineMathWithView.configure(math),
    blockMath: BlockMathWithView.configure(math),
    date: DateWithView.configure(date),
    toggle: ToggleWithView.configure(toggle),
    image: PictureWithView.configure(picture),
  };
  return new Editor({
    element,
    injectCSS: false,
    // Reports what was deleted, for which it compares each change; nobody listens.
    enableCoreExtensions: { delete: false },
    editable: isEditable,
    extensions: [
      ...documentExtensions.map((one) => withView[one.name] ?? one),
      Collaboration.configure({ connection }),
      TriggerMenus.configure({ listener: triggers }),
      Search,
      CodeHighlight,
      DiagramPreview.configure({ messages: diagrams }),
      BlockKeys,
      TableKeys,
      TypedMarkdown.configure({ onFormula: math.onEdit }),
      HeadingJumps,
      UploadPlaces,
      Placeholder.configure({ placeholder, showOnlyCurrent: true }),
      ...extensions,
    ],
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        dir: 'auto',
        spellcheck: 'true',
      },
    },
  });
}

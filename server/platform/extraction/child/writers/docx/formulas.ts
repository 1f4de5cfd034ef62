import type { Node } from '@tiptap/pm/model';
import { Math as Equation, Paragraph, type ParagraphChild, TextRun, XmlComponent } from 'docx';
import { latexToMath } from 'docx/math';
import {
  DOCX_STYLES,
  FORMULA_PROPERTY,
  FORMULA_PROPERTY_MAX,
} from '#server/platform/extraction/docx-styles.ts';

/** What a file says of its formulas at most. */
const PROPERTIES_MAX = 500;

/** An equation that stands alone, large and in the middle (ECMA-376, 22.1.2.78). */
class EquationParagraph extends XmlComponent {
  constructor(equation: Equation) {
    super('m:oMathPara');
    this.root.push(equation);
  }
}

/** A formula as an equation of Word; null where the library knows no such LaTeX. */
function equationOf(latex: string): Equation | null {
  try {
    return new Equation({ children: [...latexToMath(latex)] });
  } catch {
    return null;
  }
}

/** A formula within a line: its LaTeX where Word has no equation like it. */
export function inlineFormulaRun(latex: string): ParagraphChild {
  return equationOf(latex) ?? new TextRun({ text: latex, style: DOCX_STYLES.formula });
}

/** A paragraph with a formula of its own; null where Word has no equation like it. */
export function equationParagraph(latex: string): Paragraph | null {
  const equation = equationOf(latex);
  if (!equation) return null;
  const paragraph = new Paragraph({});
  paragraph.addChildElement(new EquationParagraph(equation));
  return paragraph;
}

/** The formulas of a document as properties of its file, by which an import knows the LaTeX that they were written as. */
export function formulaProperties(document: Node): { name: string; value: string }[] {
  const formulas = new Set<string>();
  document.descendants((node) => {
    if (!node.type.name.endsWith('Math')) return;
    const latex = String(node.attrs.latex);
    if (latex.length <= FORMULA_PROPERTY_MAX && formulas.size < PROPERTIES_MAX) formulas.add(latex);
  });
  return [...formulas].map((value, at) => ({ name: `${FORMULA_PROPERTY}-${at + 1}`, value }));
}

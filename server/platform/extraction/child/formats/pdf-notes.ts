/** PDFium's functions that read notes, form values and properties (fpdf_annot.h, fpdf_formfill.h, fpdf_doc.h). */
type NoteFunctions = {
  HEAPU8: Uint8Array;
  wasmExports: { malloc(size: number): number; free(pointer: number): void };
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, length: number): number;
  _FPDF_GetFormType(document: number): number;
  _FPDFDOC_InitFormFillEnvironment(document: number, info: number): number;
  _FPDFDOC_ExitFormFillEnvironment(form: number): void;
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_GetAnnot(page: number, index: number): number;
  _FPDFPage_CloseAnnot(annotation: number): void;
  _FPDFAnnot_GetSubtype(annotation: number): number;
  _FPDFAnnot_GetStringValue(annotation: number, key: number, buffer: number, length: number): number;
  _FPDFAnnot_GetFormFieldType(form: number, annotation: number): number;
  _FPDFAnnot_GetFormFieldValue(form: number, annotation: number, buffer: number, length: number): number;
};

const POPUP = 16;
const WIDGET = 20;
/** Kinds of fields whose value is text: a choice, a list, a line. */
const TEXT_FIELDS = new Set([4, 5, 6]);
/** Notes of a page that are read, and bytes of each. */
const MAX_NOTES = 2000;
const MAX_BYTES = 64 * 1024;
/** More than FPDF_FORMFILLINFO takes. */
const FORM_INFO_BYTES = 512;

function isNoteFunctions(module: object): module is NoteFunctions {
  return '_FPDFAnnot_GetFormFieldValue' in module && '_FPDF_GetMetaText' in module;
}

/** Reads what a PDF has beside the text of its pages. */
export class PdfNotes {
  readonly #pdfium: NoteFunctions;
  readonly #document: number;
  #form = 0;
  #formInfo = 0;

  private constructor(pdfium: NoteFunctions, document: number) {
    this.#pdfium = pdfium;
    this.#document = document;
    if (pdfium._FPDF_GetFormType(document) <= 0) return;
    this.#formInfo = pdfium.wasmExports.malloc(FORM_INFO_BYTES);
    pdfium.HEAPU8.fill(0, this.#formInfo, this.#formInfo + FORM_INFO_BYTES);
    // The version of the structure; nothing is called back while values are read.
    pdfium.HEAPU8[this.#formInfo] = 2;
    this.#form = pdfium._FPDFDOC_InitFormFillEnvironment(document, this.#formInfo);
  }

  /** Null where this build of the library can't read them. */
  static of(module: object, document: number): PdfNotes | null {
    return isNoteFunctions(module) ? new PdfNotes(module, document) : null;
  }

  /** A property of the document, such as `Title` or `Author`. */
  property(name: string): string {
    return this.#withName(name, (tag) =>
      this.#string((buffer, length) => this.#pdfium._FPDF_GetMetaText(this.#document, tag, buffer, length)),
    );
  }

  /** The notes and form values of an open page. */
  linesOf(page: number): string[] {
    const lines: string[] = [];
    const count = Math.min(this.#pdfium._FPDFPage_GetAnnotCount(page), MAX_NOTES);
    for (let index = 0; index < count; index++) {
      const annotation = this.#pdfium._FPDFPage_GetAnnot(page, index);
      if (!annotation) continue;
      const line = this.#lineOf(annotation).trim();
      if (line) lines.push(line);
      this.#pdfium._FPDFPage_CloseAnnot(annotation);
    }
    return lines;
  }

  close(): void {
    if (this.#form) this.#pdfium._FPDFDOC_ExitFormFillEnvironment(this.#form);
    if (this.#formInfo) this.#pdfium.wasmExports.free(this.#formInfo);
    this.#form = 0;
    this.#formInfo = 0;
  }

  #lineOf(annotation: number): string {
    const pdfium = this.#pdfium;
    const kind = pdfium._FPDFAnnot_GetSubtype(annotation);
    if (kind === POPUP) return '';
    if (kind !== WIDGET) {
      return this.#withName('Contents', (key) =>
        this.#string((buffer, length) => pdfium._FPDFAnnot_GetStringValue(annotation, key, buffer, length)),
      );
    }
    const form = this.#form;
    if (!form || !TEXT_FIELDS.has(pdfium._FPDFAnnot_GetFormFieldType(form, annotation))) return '';
    return this.#string((buffer, length) =>
      pdfium._FPDFAnnot_GetFormFieldValue(form, annotation, buffer, length),
    );
  }

  #withName<T>(name: string, use: (pointer: number) => T): T {
    const bytes = Buffer.from(`${name}\0`, 'latin1');
    const pointer = this.#pdfium.wasmExports.malloc(bytes.length);
    this.#pdfium.HEAPU8.set(bytes, pointer);
    try {
      return use(pointer);
    } finally {
      this.#pdfium.wasmExports.free(pointer);
    }
  }

  /** Strings come in UTF-16 and end with a zero; their length is asked first. */
  #string(fill: (buffer: number, length: number) => number): string {
    const length = fill(0, 0);
    if (length <= 2 || length > MAX_BYTES) return '';
    const buffer = this.#pdfium.wasmExports.malloc(length);
    try {
      fill(buffer, length);
      return new TextDecoder('utf-16le').decode(this.#pdfium.HEAPU8.slice(buffer, buffer + length - 2));
    } finally {
      this.#pdfium.wasmExports.free(buffer);
    }
  }
}

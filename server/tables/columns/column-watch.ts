/** What a job that changes a column looks at between its steps. */
export type Watch = {
  signal: AbortSignal;
  /** Told how many more rows are done, before each batch. @throws where the change is to stop */
  onBatch: (more: number) => Promise<void>;
};

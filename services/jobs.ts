import { get, post } from './api.ts';

const pathOf = (id: string) => `jobs/${encodeURIComponent(id)}/` as const;

export const getJob = async (id: string, signal?: AbortSignal) =>
  (await get(pathOf(id), {}, signal ? { signal } : {})).data;

/** Both @throws the client's error; 409 where the job has ended */
export const pauseJob = (id: string) => post(`${pathOf(id)}pause/`);
export const resumeJob = (id: string) => post(`${pathOf(id)}resume/`);

/** Continues an import of documents that waits. @throws the client's error; 409 where it doesn't wait */
export const chooseExisting = (id: string, existing: 'update' | 'add') =>
  post(`${pathOf(id)}existing/`, { existing });

/** What an import wrote stays. @throws the client's error; 409 where the job has ended */
export const cancelJob = (id: string) => post(`${pathOf(id)}cancel/`);

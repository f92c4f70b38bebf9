/** The result of work on a connection. Rejects with the signal's reason as soon as it aborts. */
export async function unlessEnded<Result>(
  ended: AbortSignal,
  work: PromiseLike<Result>,
): Promise<Result> {
  let end = (): void => {};
  // A promise that all work shares would keep each result until the connection ends.
  const over = new Promise<never>((_, reject) => {
    end = () => reject(ended.reason);
    ended.addEventListener("abort", end);
  });
  if (ended.aborted) end();
  try {
    return await Promise.race([work, over]);
  } finally {
    ended.removeEventListener("abort", end);
  }
}

/** Reads a stream's first piece, then returns the whole stream. Rejects if the read fails. */
export async function peekFirst<Piece>(
  stream: AsyncIterable<Piece>,
): Promise<AsyncGenerator<Piece>> {
  const pieces = stream[Symbol.asyncIterator]();
  return goOn(await pieces.next(), pieces);
}

async function* goOn<Piece>(
  first: IteratorResult<Piece>,
  pieces: AsyncIterator<Piece>,
): AsyncGenerator<Piece> {
  try {
    for (let next = first; next.done !== true; next = await pieces.next()) yield next.value;
  } finally {
    await pieces.return?.();
  }
}

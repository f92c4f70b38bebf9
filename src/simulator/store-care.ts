import type { Database } from "../state/saved/database.ts";
import { SavedSandboxes, type StoreSize } from "../state/saved/saved-sandboxes.ts";
import { StoreFile } from "../state/saved/store-file.ts";

/** What a store holds. Rejects with a SimulatorError if it can't be opened, for example because a simulator uses it. */
export function storeSize(path: string): Promise<StoreSize> {
  return withStore(path, (saved) => saved.size());
}

/** Deletes what is not needed any more, and returns the space to the file system. */
export function collectStore(path: string): Promise<StoreSize> {
  return withStore(path, async (saved, database) => {
    for (const { ref, scenario } of await saved.scenarios.all())
      saved.scenarios.adopt(ref, scenario);
    for (const { events } of await saved.all()) for await (const _ of events());
    await saved.deleteUnused();
    await database.shrink();
    return saved.size();
  });
}

/** Deletes everything in a store. */
export function resetStore(path: string): Promise<StoreSize> {
  return withStore(path, async (saved, database) => {
    await database.clear();
    await database.shrink();
    return saved.size();
  });
}

async function withStore(
  path: string,
  act: (saved: SavedSandboxes, database: Database) => Promise<StoreSize>,
): Promise<StoreSize> {
  const database = new StoreFile(path);
  try {
    const options = { originOf: () => undefined, onNotice: () => {} };
    return await act(await SavedSandboxes.in(database, options), database);
  } finally {
    database.close();
  }
}

/** Resolves with the CPU time of the longest task on the page's main thread while an action runs, in milliseconds. */
export async function longestTask(page, action) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await action();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.tdur > 0 && threads.has(threadOf(event)));
  return Math.max(0, ...tasks.map(({ tdur }) => tdur / 1000));
}

function threadOf({ pid, tid }) {
  return `${pid} ${tid}`;
}

// Results whose bytes are counted before they are served: each client waits for its own file.
const CLIENTS = 12;
const ROWS = 10_000;
const TEXT = "The delivery was fast, and the product is as described. ";

async function finishedJob(program, client) {
  const inputs = Array.from({ length: ROWS }, (_, i) => `${client} ${i} ${TEXT.repeat(4)}`);
  const { status, text } = await program.create({ inputs });
  if (status !== 200) throw new Error(`Expected 200, got ${status} ${text.slice(0, 300)}`);
  const jobId = JSON.parse(text).results;
  for (;;) {
    const { text: body } = await program.call("GET", `/job-status/${jobId}`);
    if (body.includes("SUCCEEDED")) return jobId;
  }
}

/** Cases about results files. */
export const resultsCases = ["json", "csv", "parquet"].map((format) => {
  const jobIds = [];
  return {
    name: `the lengths of ${CLIENTS} clients' results as ${format}`,
    options: ["--overlay", "client-sdk"],
    prepare: async (program) => {
      jobIds.length = 0;
      await program.control("PUT", "/scenario", { profiles: [{ queued: 0, running: 0 }] });
      for (let client = 0; client < CLIENTS; client++)
        jobIds.push(await finishedJob(program, client));
    },
    run: async (program) => {
      const answers = jobIds.map((jobId) =>
        program.call("GET", `/jobs/${jobId}/results-url?format=${format}&include_inputs=true`),
      );
      for (const { status, text } of await Promise.all(answers))
        if (status !== 200) throw new Error(`Expected 200, got ${status} ${text.slice(0, 300)}`);
    },
  };
});

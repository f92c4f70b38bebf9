import { isSigned, type Received, startReceiver } from "../support/webhook-receiver.ts";
import { type Api, type ClientScript, submit } from "./api.ts";

/** A receiver's reaction to a message about its job; resolves with the status of its response. */
type Handle = (
  api: Api,
  message: Received,
  job: { readonly secret: string; readonly jobId: string },
) => Promise<number>;

/** Long enough for a job and the first attempts to deliver, in seconds. */
const LONG = 1800;

/** Submits a job, waits for webhooks about it, and reports what it did with each. */
export function receivesWebhooks(handle: Handle): ClientScript {
  return async (api) => {
    let jobId = "";
    let secret = "";
    await using receiver = await startReceiver((response, before) => {
      const [message] = receiver.received.slice(before);
      if (message === undefined) throw new Error("Expected the message that is responded to.");
      void handle(api, message, { secret, jobId }).then((status) =>
        response.writeHead(status).end(),
      );
    });
    const added = await api.post("/_sim/webhooks", { url: receiver.url });
    ({ secret } = (await added.json()) as { secret: string });
    jobId = await submit(api, ["Great product", "Never again"]);
    await api.sleep(LONG);
  };
}

async function download({ get }: Api, jobId: string): Promise<void> {
  const response = await get(`/jobs/${jobId}/results?result_format=json`);
  await response.arrayBuffer();
}

/** Downloads the results for each message, even if it has the ID of an earlier one. */
export const handlesTwice = receivesWebhooks(async (api, _, { jobId }) => {
  await download(api, jobId);
  return 200;
});

/** Accepts messages that anybody could have sent. */
export const acceptsForgery = receivesWebhooks(async () => 204);

/** Polls a job repeatedly, although it was told the job's end. */
export const pollsNevertheless: ClientScript = async (api) => {
  let told = "";
  const receives = receivesWebhooks(async (_api, _message, { jobId }) => {
    told = jobId;
    return 200;
  });
  await receives(api);
  for (let polls = 0; polls < 10; polls++)
    await (await api.get(`/job-status/${told}`)).arrayBuffer();
};

/** Closes the connection instead of responding. */
export const neverResponds: ClientScript = async (api) => {
  await using receiver = await startReceiver((response) => void response.destroy());
  await (await api.post("/_sim/webhooks", { url: receiver.url })).json();
  await submit(api, ["Great product"]);
  await api.sleep(LONG);
};

/** Waits for a webhook, and does nothing if none comes. */
export const waitsForever = receivesWebhooks(async () => 200);

/** Checks each signature, acts once on each ID, and polls a job if no message about it arrives. */
export function careful(): ClientScript {
  const handled = new Set<unknown>();
  const receives = receivesWebhooks(async (api, message, { secret, jobId }) => {
    if (!isSigned(message, secret)) return 401;
    const id = message.headers["webhook-id"];
    if (!handled.has(id)) await download(api, jobId);
    handled.add(id);
    return 200;
  });
  return async (api) => {
    await receives(api);
    if (handled.size > 0) return;
    const { jobs } = (await (await api.get("/list-jobs")).json()) as {
      jobs: readonly { readonly job_id: string }[];
    };
    for (const { job_id: jobId } of jobs) await download(api, jobId);
  };
}

// Uploads a folder as an artifact of the workflow run, as GitHub's own package does, whose many dependencies this action
// would have to contain.
const { createHash } = require("node:crypto");
const { readdirSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { zip } = require("./zip.cjs");

/** The IDs of the run and of the job, which are only in the runner's token. */
function backendIds(token) {
  const { scp = "" } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const [, run, job] = /(?:^| )Actions\.Results:([^: ]+):([^: ]+)(?: |$)/.exec(scp) ?? [];
  if (run === undefined) throw new Error("the runner's token does not allow it");
  return { workflow_run_backend_id: run, workflow_job_run_backend_id: job };
}

async function call(method, body) {
  const { ACTIONS_RESULTS_URL: url, ACTIONS_RUNTIME_TOKEN: token } = process.env;
  const service = "/twirp/github.actions.results.api.v1.ArtifactService/";
  const response = await fetch(new URL(service + method, url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ ...backendIds(token), ...body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} responded with ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Uploads the files of a folder. */
exports.uploadFolder = async (name, folder) => {
  if (!process.env.ACTIONS_RUNTIME_TOKEN || !process.env.ACTIONS_RESULTS_URL)
    throw new Error("this runner has no artifacts");
  const files = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file))]);
  const content = zip(files);
  const { signed_upload_url: url } = await call("CreateArtifact", { name, version: 4 });
  const stored = await fetch(url, {
    method: "PUT",
    headers: { "content-type": "application/zip", "x-ms-blob-type": "BlockBlob" },
    body: content,
  });
  if (!stored.ok) throw new Error(`the storage responded with ${stored.status}`);
  const hash = `sha256:${createHash("sha256").update(content).digest("hex")}`;
  await call("FinalizeArtifact", { name, size: String(content.length), hash });
};

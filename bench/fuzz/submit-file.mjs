/** Submits a file as a client does, in a dataset or behind a URL, and follows the job. */
export async function submitFile(client, { file, name, column, way }) {
  const inputs = await (way === "dataset" ? uploaded : placed)(client, file, name);
  if (inputs !== undefined) await client.live({ inputs, job_priority: 1, column_name: column });
}

async function uploaded(client, file, name) {
  const { service } = client.urls;
  const created = await client.attack("GET", `${service}/create-dataset`);
  await client.remember();
  const id = JSON.parse(created.text).dataset_id;
  const field = (head) => `--xyz\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const head = `${field('name="dataset_id"')}${id}\r\n${field(`name="file"; filename="${name}"`)}`;
  const headers = { "content-type": "multipart/form-data; boundary=xyz" };
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from("\r\n--xyz--\r\n")]);
  await client.attack("POST", `${service}/upload-to-dataset`, { headers, body });
  await client.attack("POST", `${service}/list-datasets`);
  return id;
}

async function placed(client, file, name) {
  const url = `${client.urls.control}/files/${name}`;
  const headers = { "content-type": "application/octet-stream" };
  const { status, text } = await client.attack("PUT", url, { headers, body: file });
  return status === 200 ? JSON.parse(text).url : undefined;
}

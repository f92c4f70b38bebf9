// What everything is measured against: an Express server that does nothing but answer.
import express from "express";

const app = express();
app.get("/job-status/:jobId", (req, res) => {
  res.json({ job_status: { [req.params.jobId]: "RUNNING" } });
});
const server = app.listen(0, "127.0.0.1", () => {
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  process.stdout.write(`${JSON.stringify({ baseUrl })}\n`);
});

"""Receives webhooks with the Python SDK `openai`, unmodified, and with the library `standardwebhooks`.

Both accept what the service sends, and reject what the scenario has damaged. `run.mjs` starts it like the other judges.
"""

import base64
import http.server
import io
import json
import os
import threading
import urllib.request

import openai
from standardwebhooks import Webhook

client = openai.OpenAI()
CHAT = "/v1/chat/completions"
received = []


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        received.append((dict(self.headers.items()), body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()


def create_batch(name):
    body = {"model": "gpt-4o-mini", "messages": [{"role": "user", "content": name}]}
    line = {"custom_id": name, "method": "POST", "url": CHAT, "body": body}
    data = io.BytesIO((json.dumps(line) + "\n").encode())
    file = client.files.create(file=("input.jsonl", data), purpose="batch")
    return client.batches.create(
        input_file_id=file.id, endpoint=CHAT, completion_window="24h"
    ).id


def delivered(job_id):
    request = urllib.request.Request(
        f"{os.environ['BATCH_SIM_CONTROL_URL']}/deliveries/wait",
        data=json.dumps({"jobId": job_id, "timeout": "60s"}).encode(),
        headers={
            "authorization": f"Bearer {os.environ['OPENAI_API_KEY']}",
            "content-type": "application/json",
        },
    )
    with urllib.request.urlopen(request) as response:
        assert response.status == 200
    found = received[:]
    received.clear()
    return found


def fails(act):
    try:
        act()
    except Exception:
        return
    raise AssertionError("a damaged delivery was accepted")


url = f"http://127.0.0.1:{server.server_port}/hook"
endpoint = client.webhooks.create(name="judge", url=url, event_types=["batch.completed"])
secret = endpoint.signing_secret
others = "whsec_" + base64.b64encode(b"the secret of somebody else").decode()

for damage in ("wrong signature", "old timestamp", "cut body"):
    job_id = create_batch(damage)
    (bad_headers, bad), (headers, good) = delivered(job_id)
    fails(lambda: client.webhooks.unwrap(bad, bad_headers, secret=secret))
    fails(lambda: Webhook(secret).verify(bad, bad_headers))
    event = client.webhooks.unwrap(good, headers, secret=secret)
    assert (event.type, event.data.id) == ("batch.completed", job_id), event
    Webhook(secret).verify(good, {name.lower(): value for name, value in headers.items()})
    fails(lambda: client.webhooks.unwrap(good, headers, secret=others))
    print(f"openai {openai.__version__} (Python) and standardwebhooks: rejected a delivery with {damage}")
server.shutdown()

import json, os, pathlib, urllib.request
import pytest

URL, KEYS = os.environ["SANDBOX_URL"], pathlib.Path(os.environ["SANDBOX_KEYS"])

def call(method, path, body=None, **headers):
    headers |= {"apikey": (KEYS / "api-key").read_text().strip(), "content-type": "application/json"}
    headers["x-sandbox-token"] = (KEYS / "control-token").read_text().strip()
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["data"]

@pytest.fixture(autouse=True)
def empty():
    call("POST", "/__sandbox/reset")

def test_creates_a_user():
    call("POST", "/v3/users", {"uid": "ann", "name": "Ann"})
    assert call("GET", "/v3/users/ann")["name"] == "Ann"
    assert [each["method"] for each in call("GET", "/__sandbox/requests?path=/users*")] == ["POST", "GET"]

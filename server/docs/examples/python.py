"""Signs up, starts a checkout and reads the subscription. usage: python3 python.py http://localhost:3000 ada@example.com"""
import json
import sys
import urllib.request

base, email = sys.argv[1:]


def call(path, token=None, body=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(base + path, data=data, headers=headers)
    with urllib.request.urlopen(request, timeout=10) as response:  # an error answer raises HTTPError
        return json.load(response), response.headers.get("set-auth-token")


account = {"name": "Ada", "email": email, "password": "correct horse battery"}
_, token = call("/api/auth/sign-up/email", body=account)
checkout, _ = call("/api/payments/checkout", token, {"plan": "pro"})
print(json.dumps(checkout))  # send the person to url
current, _ = call("/api/payments/subscription", token)
print(json.dumps(current))  # {"subscription": null} until the payment's webhook came

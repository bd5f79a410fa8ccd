"""Says what a user may use by the token of GET /api/payments/access, without asking. Needs the package cryptography.
usage: python3 verify.py <billing address> <token> [issuer: BASE_URL, if that is another address]"""
import base64, json, sys, time, urllib.request
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

base, token = sys.argv[1:3]
issuer = sys.argv[3] if len(sys.argv) > 3 else base
with urllib.request.urlopen(f"{base}/.well-known/jwks.json", timeout=10) as response:
    keys = {key["kid"]: key for key in json.load(response)["keys"]}  # keep for five minutes


def decode(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


head, body, signature = token.split(".")
header, claims = json.loads(decode(head)), json.loads(decode(body))
if header["alg"] != "EdDSA" or header["typ"] != "billing-access+jwt":
    raise ValueError("unknown kind")
key = Ed25519PublicKey.from_public_bytes(decode(keys[header["kid"]]["x"]))  # unknown kid: read the keys again
key.verify(decode(signature), f"{head}.{body}".encode())  # raises InvalidSignature
if claims["iss"] != issuer or claims["aud"] != "billing-access" or claims["exp"] < time.time():
    raise ValueError("not ours, or over")
print(json.dumps(claims["access"]))

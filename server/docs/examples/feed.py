"""Keeps what users may use, from the change feed, by the reader's rule: a row counts until its `endsAt`; then the user is
asked about. Each line of input is a time (ISO 8601) and user ids; a line of output is what they may use at that time.
usage: python3 feed.py http://localhost:3000 <service key>"""
import json
import sys
import urllib.error
import urllib.request
from datetime import datetime

base, key = sys.argv[1:]  # a key with the scopes changes+read
rows = {}  # in your database: write the rows of a page and its cursor in one transaction
cursor = None


def get(path, user=None):
    headers = {"authorization": f"Bearer {key}"}
    if user:
        headers["x-user-id"] = user
    try:
        with urllib.request.urlopen(urllib.request.Request(base + path, headers=headers), timeout=40) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        if error.code == 410:
            return None
        raise


def time_of(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def keep(access):
    known = rows.get(access["userId"])
    if known is None or known["asOf"] <= access["asOf"]:
        rows[access["userId"]] = access


def follow(wait=0):
    """Reads the feed to its end. Call it in a loop with a wait of 25, beside whatever asks `access_of`."""
    global cursor
    while True:
        page = get(f"/api/payments/changes?limit=500&wait={wait}" + (f"&after={cursor}" if cursor else ""))
        cursor = page and page["cursor"]
        if page is None:
            rows.clear()  # 410: the service was restored from a backup
            continue
        for change in page["changes"]:
            keep(change["access"])
        if not page["changes"]:
            return


def access_of(user, at):
    row = rows.get(user)
    if row and (row["endsAt"] is None or at < time_of(row["endsAt"])):
        return row
    access = get("/api/payments/access", user)["access"]
    keep(access)
    return access


for line in sys.stdin:
    time, *users = line.split()
    follow()
    print(json.dumps([access_of(user, time_of(time)) for user in users]), flush=True)

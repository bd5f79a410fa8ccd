#!/usr/bin/env bash
# Signs up, starts a checkout and reads the subscription. usage: curl.sh http://localhost:3000 ada@example.com
set -euo pipefail
base=$1 email=$2
jar=$(mktemp)
trap 'rm -f "$jar"' EXIT
call() { curl --silent --show-error --fail-with-body --cookie "$jar" --cookie-jar "$jar" -H 'content-type: application/json' "$@"; }

call "$base/api/auth/sign-up/email" -d "{\"name\":\"Ada\",\"email\":\"$email\",\"password\":\"correct horse battery\"}" > /dev/null
call "$base/api/payments/checkout" -d '{"plan":"pro"}'           # {"url":"…","sessionId":"…"}: send the person to url
echo
call "$base/api/payments/subscription"                            # {"subscription":null} until the payment's webhook came
echo

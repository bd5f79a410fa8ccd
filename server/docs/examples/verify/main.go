// Says what a user may use by the token of GET /api/payments/access, without asking.
// usage: go run main.go <billing address> <token> [issuer: BASE_URL, if that is another address]
package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

func decode(part string, value any) []byte {
	bytes, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil || (value != nil && json.Unmarshal(bytes, value) != nil) {
		log.Fatal("not a token")
	}
	return bytes
}

func main() {
	base, parts := os.Args[1], strings.Split(os.Args[2], ".")
	issuer := base
	if len(os.Args) > 3 {
		issuer = os.Args[3]
	}
	var set struct{ Keys []struct{ Kid, X string } } // keep for five minutes
	response, err := http.Get(base + "/.well-known/jwks.json")
	if err != nil || json.NewDecoder(response.Body).Decode(&set) != nil || len(parts) != 3 {
		log.Fatal("no keys, or no token")
	}
	var header struct{ Alg, Typ, Kid string }
	var claims struct {
		Iss, Aud string
		Exp      int64
		Access   json.RawMessage
	}
	decode(parts[0], &header)
	decode(parts[1], &claims)
	isOurs := header.Alg == "EdDSA" && header.Typ == "billing-access+jwt" && claims.Iss == issuer && claims.Aud == "billing-access"
	for _, key := range set.Keys { // unknown kid: read the keys again
		if isOurs && key.Kid == header.Kid && claims.Exp > time.Now().Unix() &&
			ed25519.Verify(decode(key.X, nil), []byte(parts[0]+"."+parts[1]), decode(parts[2], nil)) {
			fmt.Println(string(claims.Access))
			return
		}
	}
	log.Fatal("not ours, or over")
}

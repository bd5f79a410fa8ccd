// Signs up, starts a checkout and reads the subscription. usage: go run main.go http://localhost:3000 ada@example.com
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

func call(method, url, token string, body any) (string, string) {
	payload, err := json.Marshal(body)
	if err != nil {
		log.Fatal(err)
	}
	request, err := http.NewRequest(method, url, bytes.NewReader(payload))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("content-type", "application/json")
	if token != "" {
		request.Header.Set("authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 300 {
		log.Fatalf("%s: %d %s", url, response.StatusCode, answer)
	}
	return string(answer), response.Header.Get("set-auth-token")
}

func main() {
	base, email := os.Args[1], os.Args[2]
	account := map[string]string{"name": "Ada", "email": email, "password": "correct horse battery"}
	_, token := call("POST", base+"/api/auth/sign-up/email", "", account)
	checkout, _ := call("POST", base+"/api/payments/checkout", token, map[string]string{"plan": "pro"})
	fmt.Println(checkout) // send the person to url
	current, _ := call("GET", base+"/api/payments/subscription", token, nil)
	fmt.Println(current) // {"subscription":null} until the payment's webhook came
}

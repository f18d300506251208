package compose

import (
	"net/url"
	"slices"
	"testing"
)

// TestRedisNeedsAPassword: a container that could write to Redis could reset its limits and use up those of others.
func TestRedisNeedsAPassword(t *testing.T) {
	services := load(t, "docker-compose.yml").Services
	redis := services["redis"]
	at := slices.Index(redis.Command, "--requirepass")
	if at < 0 || at+1 == len(redis.Command) || len(redis.Command[at+1]) != 64 {
		t.Fatalf("command of Redis = %q, want a random password of 64 characters", redis.Command)
	}
	password := redis.Command[at+1]
	if got := redis.Environment["REDISCLI_AUTH"]; got == nil || *got != password {
		t.Error("REDISCLI_AUTH of the health check isn't the password")
	}
	address, err := url.Parse(*services["gateway"].Environment["REDIS_URL"])
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := address.User.Password(); got != password {
		t.Errorf("the gateway connects with %q, want %q", got, password)
	}
}

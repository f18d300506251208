package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"github.com/vitrine/vitrine/deploy/onebox/standins"
)

// brokerEnv makes this program a broker that keeps its store in the folder it names.
const brokerEnv = "STRESS_BROKER"

// runAsBroker runs as a NATS server until it is stopped or killed, if brokerEnv is set.
func runAsBroker() bool {
	dir := os.Getenv(brokerEnv)
	if dir == "" {
		return false
	}
	port, err := strconv.Atoi(os.Getenv(brokerEnv + "_PORT"))
	if err == nil {
		var n *standins.NATS
		if n, err = standins.StartNATS(dir, "127.0.0.1", port); err == nil {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			<-ctx.Done()
			stop()
			n.Stop()
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "broker:", err)
		os.Exit(1)
	}
	return true
}

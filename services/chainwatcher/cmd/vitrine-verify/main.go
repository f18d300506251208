// Command vitrine-verify checks a certificate of authenticity without contacting the gallery.
//
//	vitrine-verify [--issuer ADDRESS] [--rpc URL] certificate.pdf|certificate.json
//
// The signature is checked offline, against the issuer's address if it is given. With --rpc, the command checks with an Ethereum
// node that the mint matches the claim and that the token exists, and shows who holds it and how often it moved.
//
// The exit code is 0 if every requested check passes, 1 if the certificate or the token is not what it claims to be, and 2 if that
// could not be checked: wrong usage, an unreadable file, a node that doesn't respond.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/ethereum/go-ethereum/common"

	chainv1 "github.com/vitrine/vitrine/proto/gen/vitrine/chain/v1"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/certificate"
)

const (
	valid     = 0
	invalid   = 1
	undecided = 2
)

// timeout is the time limit for all calls to a node together.
const timeout = time.Minute

// largest is the maximum file size that is read.
const largest = 32 << 20

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("vitrine-verify", flag.ContinueOnError)
	flags.SetOutput(errs)
	issuer := flags.String("issuer", "", "address that must have signed; without it the signer is only named")
	rpcURL := flags.String("rpc", "", "URL of an Ethereum node of the claim's chain, to check the token")
	flags.Usage = func() {
		fmt.Fprint(errs, "vitrine-verify [--issuer ADDRESS] [--rpc URL] certificate.pdf|certificate.json\n\n")
		flags.PrintDefaults()
		fmt.Fprint(errs, "\nExit codes: 0 valid; 1 not valid; 2 could not be checked.\n")
	}
	if err := flags.Parse(args); err != nil {
		return undecided
	}
	if flags.NArg() != 1 || (*issuer != "" && !common.IsHexAddress(*issuer)) {
		flags.Usage()
		return undecided
	}
	file, err := read(flags.Arg(0))
	if err != nil {
		fmt.Fprintln(errs, err)
		return undecided
	}
	claim, err := certificate.Read(file)
	if errors.Is(err, certificate.ErrNoClaim) {
		fmt.Fprintf(errs, "%s: %v\n", flags.Arg(0), err)
		return undecided
	}
	if err == nil {
		err = certificate.Verify(claim)
	}
	if err != nil {
		fmt.Fprintf(out, "NOT VALID: %v\n", err)
		return invalid
	}
	describe(out, claim)
	if *issuer != "" && common.HexToAddress(*issuer).Hex() != claim.GetIssuer() {
		fmt.Fprintf(out, "NOT VALID: it was signed by another one than %s\n", common.HexToAddress(*issuer).Hex())
		return invalid
	}
	if *issuer == "" {
		fmt.Fprintln(out, "The signature is valid for the issuer above. Check that it's the gallery's address, or pass that address as --issuer.")
	}
	if *rpcURL == "" {
		fmt.Fprintln(out, "VALID: signed as it stands. The holder was not checked on a chain.")
		return valid
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err = compare(ctx, *rpcURL, claim, out)
	switch {
	case err == nil:
		fmt.Fprintln(out, "VALID: signed as it stands, and the token is on the chain.")
		return valid
	case errors.Is(err, errContradicts):
		fmt.Fprintf(out, "NOT VALID: %v\n", err)
		return invalid
	}
	fmt.Fprintf(out, "NOT CHECKED: the signature is valid, but the token could not be looked up: %v\n", err)
	return undecided
}

func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, largest+1))
	if err == nil && len(data) > largest {
		err = fmt.Errorf("%s: too large for a certificate", path)
	}
	return data, err
}

// describe prints the signed content. Text from the file is quoted because it must not control the terminal.
func describe(out io.Writer, c *chainv1.CertificateClaim) {
	fmt.Fprintf(out, "Work      %q by %q\n", c.GetTitle(), c.GetArtist())
	fmt.Fprintf(out, "Edition   %d of %d\n", c.GetEditionNumber(), c.GetEditionSize())
	fmt.Fprintf(out, "Token     %d of %s on chain %d\n", c.GetTokenId(), c.GetContract(), c.GetChainId())
	fmt.Fprintf(out, "Minted    %s\n", c.GetMintTransactionHash())
	if c.GetMediaHash() != "" {
		fmt.Fprintf(out, "Original  SHA-256 %s\n", c.GetMediaHash())
	}
	fmt.Fprintf(out, "Gallery   %q\n", c.GetGallery())
	fmt.Fprintf(out, "Issued    %s by %s\n", time.Unix(c.GetIssuedAt(), 0).UTC().Format(time.RFC3339), c.GetIssuer())
}

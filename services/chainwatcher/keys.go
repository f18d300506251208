package chainwatcher

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/waiting"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/web3signer"
)

// keys are the gallery's signing keys. Each is a private key of this process or one in the signer.
type keys struct{ vault, minter, quotes, certificates chain.Key }

// role is a key in the settings: a private key, or an address whose key the signer has.
type role struct {
	name    string
	private kit.Secret
	address string
	key     *chain.Key
}

func (c *Config) keyRoles(k *keys) []role {
	quotes := role{"QUOTE_SIGNER", c.QuoteSignerKey, c.QuoteSignerAddress, &k.quotes}
	certificates := role{"CERTIFICATE", c.CertificateKey, c.CertificateAddress, &k.certificates}
	if certificates.private == "" && certificates.address == "" {
		certificates.private, certificates.address = quotes.private, quotes.address
	}
	return []role{{"VAULT", c.VaultKey, c.VaultAddress, &k.vault}, {"MINTER", c.MinterKey, c.MinterAddress, &k.minter}, quotes, certificates}
}

// keys returns the keys, or all invalid settings of keys in one error. It connects to nothing.
func (c *Config) keys() (k keys, err error) {
	var errs []error
	var remote *web3signer.Server
	if c.SignerURL != "" {
		remote, err = web3signer.New(web3signer.Options{URL: c.SignerURL, CAFile: c.SignerCAFile, CertFile: c.SignerCertFile, KeyFile: c.SignerKeyFile})
		if err != nil {
			errs = append(errs, fmt.Errorf("SIGNER_URL: %w", err))
		}
	}
	for _, r := range c.keyRoles(&k) {
		switch {
		case r.private == "" && r.address == "":
			errs = append(errs, fmt.Errorf("%s_KEY is not set, and %s_ADDRESS neither", r.name, r.name))
		case r.private != "" && r.address != "":
			errs = append(errs, fmt.Errorf("%s_KEY and %s_ADDRESS are both set: remove the private key if the signer holds it", r.name, r.name))
		case r.private != "":
			key, err := ethereum.Key(string(r.private))
			if err != nil {
				errs = append(errs, fmt.Errorf("%s_KEY: %w", r.name, err))
				continue
			}
			*r.key = ethereum.LocalKey(key)
		case c.SignerURL == "":
			errs = append(errs, fmt.Errorf("%s_ADDRESS: SIGNER_URL is not set", r.name))
		default:
			address, err := chain.ParseAddress(r.address)
			if err != nil {
				errs = append(errs, fmt.Errorf("%s_ADDRESS: %w", r.name, err))
			} else if remote != nil {
				*r.key = remote.Key(address)
			}
		}
	}
	return k, errors.Join(errs...)
}

// checkSigner returns an error if the signer responds and lacks a key in the settings. If it doesn't respond, the service
// starts without it, and signatures wait.
func (c *Config) checkSigner(ctx context.Context, log *slog.Logger) error {
	if c.SignerURL == "" {
		return nil
	}
	remote, err := web3signer.New(web3signer.Options{URL: c.SignerURL, CAFile: c.SignerCAFile, CertFile: c.SignerCertFile, KeyFile: c.SignerKeyFile})
	if err != nil {
		return fmt.Errorf("SIGNER_URL: %w", err)
	}
	for _, r := range c.keyRoles(new(keys)) {
		if r.address == "" {
			continue
		}
		err := remote.Check(ctx, r.address)
		if errors.Is(err, web3signer.ErrNoKey) {
			return fmt.Errorf("%s_ADDRESS: %w", r.name, err)
		}
		if err != nil {
			log.ErrorContext(ctx, "the signer of keys doesn't respond: nothing is signed until it does", "setting", "SIGNER_URL", "address", waiting.Hosts(c.SignerURL), "error", err)
			return nil
		}
	}
	return nil
}

// development reports whether the key of an address is published.
func (r role) development() bool {
	if key, err := ethereum.Key(string(r.private)); r.private != "" && err == nil {
		number := new(big.Int).SetBytes(crypto.FromECDSA(key))
		return number.BitLen() <= guessable || published(ethereum.Address(key))
	}
	return published(cmp.Or(r.address, "0x0"))
}

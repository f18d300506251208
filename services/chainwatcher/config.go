package chainwatcher

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/vitrine/vitrine/kit"
	"github.com/vitrine/vitrine/kit/money"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/ethereum"
)

// Config holds the settings.
type Config struct {
	kit.Common
	kit.Database
	kit.Broker
	kit.Site
	kit.Mail
	kit.Seller

	ArtOrigin   string `env:"ART_ORIGIN" kind:"origin" help:"origin that live works run on, for the metadata of tokens; empty leaves it out"`
	AuthURL     string `env:"AUTH_URL" kind:"origin" help:"address of the auth service"`
	CatalogURL  string `env:"CATALOG_URL" kind:"origin" help:"address of the catalog service"`
	ProfilesURL string `env:"PROFILES_URL" kind:"origin" help:"address of the profiles service"`
	RenderURL   string `env:"RENDER_URL" kind:"origin" help:"address of render, which prints certificates"`

	Chains         string `env:"CHAINS" help:"the chains as JSON, or the path of a file with it; see Chains below"`
	DefaultChainID uint32 `env:"DEFAULT_CHAIN_ID" help:"id of the default chain"`

	ENSRegistry string   `env:"ENS_REGISTRY" help:"ENS registry that resolves names typed instead of an address, on Ethereum 0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e; empty turns names off"`
	ENSChainID  uint32   `env:"ENS_CHAIN_ID" help:"id of the chain that ENS_REGISTRY is on; the gateway's ETH_RPC_URLS needs it, too"`
	ENSRPCURLs  []string `env:"ENS_RPC_URLS" kind:"node" help:"nodes of ENS_CHAIN_ID, one or three, comma-separated; empty uses those of CHAINS"`

	VaultKey       kit.Secret `env:"VAULT_KEY" help:"private key (hex) of the custody wallet"`
	MinterKey      kit.Secret `env:"MINTER_KEY" help:"private key (hex) that mints"`
	QuoteSignerKey kit.Secret `env:"QUOTE_SIGNER_KEY" help:"private key (hex) that signs quotes; needs no ether"`
	CertificateKey kit.Secret `env:"CERTIFICATE_KEY" help:"private key (hex) that signs certificates; empty for the quote signer's; /api/config has its address"`
	DeployerKey    kit.Secret `env:"DEPLOYER_KEY" help:"private key (hex) of the contracts' admin; only for deploy"`

	FormerIssuers    []string `env:"FORMER_CERTIFICATE_ISSUERS" help:"addresses of earlier certificate keys, comma-separated; certificates that they signed stay valid"`
	GalleryName      string   `env:"GALLERY_NAME" help:"issuer named on certificates; empty for SELLER_NAME"`
	PlatformAddress  string   `env:"PLATFORM_ADDRESS" kind:"wallet" help:"address that gets the platform's share of payments; deploy only; empty for the vault"`
	TokenMetadataURL string   `env:"TOKEN_METADATA_URL" kind:"url" help:"prefix of each token's metadata; deploy only; empty for PUBLIC_URL/tokens/"`
	FirstPrice       int64    `env:"FIRST_PRICE_USD" help:"dollars per ether that deploy sets in the price feed of chain 31337"`

	SignerURL          string `env:"SIGNER_URL" kind:"http" help:"server with Web3Signer's interface that holds keys; the settings below name them by address"`
	SignerCAFile       string `env:"SIGNER_CA_FILE" help:"file with the authority of the signer's certificate; empty uses the system's"`
	SignerCertFile     string `env:"SIGNER_CERT_FILE" help:"file with our certificate for the signer"`
	SignerKeyFile      string `env:"SIGNER_KEY_FILE" help:"file with the key of SIGNER_CERT_FILE"`
	VaultAddress       string `env:"VAULT_ADDRESS" help:"address of the custody wallet whose key the signer holds, instead of VAULT_KEY"`
	MinterAddress      string `env:"MINTER_ADDRESS" help:"the same, instead of MINTER_KEY"`
	QuoteSignerAddress string `env:"QUOTE_SIGNER_ADDRESS" help:"the same, instead of QUOTE_SIGNER_KEY"`
	CertificateAddress string `env:"CERTIFICATE_ADDRESS" help:"the same, instead of CERTIFICATE_KEY"`

	AllowDevelopmentKeys bool `env:"ALLOW_DEVELOPMENT_KEYS" help:"accept private keys that development tools publish; for local chains only"`
	AllowSingleNode      bool `env:"ALLOW_SINGLE_NODE" help:"accept a public chain with one node, which then decides alone which payments count"`
	AllowOtherPriceFeed  bool `env:"ALLOW_OTHER_PRICE_FEED" help:"accept a price feed whose description doesn't name the chain's coin and USD"`

	RefundLimit string `env:"REFUND_DAILY_LIMIT" help:"maximum wei of refunds on a chain within 24 hours; 0 for no limit"`

	PayoutsByGallery bool          `env:"PAYOUTS_BY_GALLERY" help:"send artists their balance when they request it, and pay the network fee with MINTER_KEY; otherwise they withdraw with their own wallets"`
	PayoutMinimum    string        `env:"PAYOUT_MINIMUM" help:"minimum payout to an artist on request, in wei; 0 for no limit"`
	PayoutEvery      time.Duration `env:"PAYOUT_EVERY" help:"minimum time between two payouts on request for a wallet on a chain"`

	MaxPriceAge    time.Duration `env:"MAX_PRICE_AGE" help:"how old the price of a feed may be for a quote; no less than the feed's heartbeat"`
	PriceRefresh   time.Duration `env:"PRICE_REFRESH" help:"how often the shown price is read"`
	NewAddressWait time.Duration `env:"NEW_ADDRESS_WAIT" help:"how long a withdrawal to a new address waits after its approval, and a gift after its address was changed"`
	CredentialWait time.Duration `env:"CREDENTIALS_WAIT" help:"how long withdrawals wait after a change of credentials"`
	CardWait       time.Duration `env:"CARD_WAIT" help:"how long a token bought by card stays in the vault"`

	AccountLimit int `env:"WITHDRAWAL_ACCOUNT_DAILY_LIMIT" help:"how many tokens of one account leave the vault of a chain within 24 hours before a member of staff has to approve the next; 0 for no limit"`
	VaultLimit   int `env:"WITHDRAWAL_VAULT_DAILY_LIMIT" help:"the same for all accounts together"`

	MaxFeeGwei  int64         `env:"MAX_FEE_GWEI" help:"maximum price of a unit of gas; above it the key pauses and an alarm is raised"`
	BumpAfter   time.Duration `env:"BUMP_AFTER" help:"how long a transaction waits before its fee is raised by an eighth"`
	ResendAfter time.Duration `env:"RESEND_AFTER" help:"how long before the same transaction is sent to the node again"`
	InFlight    int           `env:"IN_FLIGHT" help:"maximum number of pending transactions per key"`
	Batch       int           `env:"CATCH_UP_BATCH" help:"final blocks read at a time while catching up"`
}

// ChainConfig is one chain of the CHAINS setting.
type ChainConfig struct {
	ChainID        uint32   `json:"chainId"`
	Name           string   `json:"name"`
	CurrencySymbol string   `json:"currencySymbol"`
	RPCURLs        []string `json:"rpcUrls"`
	// FinalityDepth is used if the node has no finalized tag.
	FinalityDepth   uint64 `json:"finalityDepth"`
	ExplorerURL     string `json:"explorerUrl"`
	TokenContract   string `json:"tokenContract"`
	PaymentContract string `json:"paymentContract"`
	PriceFeed       string `json:"priceFeed"`
	SecondPriceFeed string `json:"secondPriceFeed"`
	StartBlock      uint64 `json:"startBlock"`
	PollInterval    string `json:"pollInterval"`
	// FinalityTimeout is how long new blocks may arrive without one becoming final before an alarm; 0s disables it.
	FinalityTimeout string `json:"finalityTimeout"`
	// RefundDailyLimit overrides REFUND_DAILY_LIMIT for this chain, in wei.
	RefundDailyLimit string `json:"refundDailyLimit"`
	// OwnAddresses are further senders whose transfers are not payments.
	OwnAddresses []string `json:"ownAddresses"`
	// Assets are the ERC-20 tokens that count as money; empty means all.
	Assets []string `json:"assets"`

	poll, stall time.Duration
	limit       money.Wei
	// coin is the coin that the price feeds must measure, empty for any.
	coin string
}

const localChain = 31337

// Default returns the configuration of a local deployment.
func Default() Config {
	return Config{
		Common: kit.Common{Addr: "127.0.0.1:9105"}, Broker: kit.LocalBroker(), Site: kit.LocalSite(), Mail: kit.LocalMail(), Seller: kit.LocalSeller(),
		AuthURL: "http://127.0.0.1:9101", CatalogURL: "http://127.0.0.1:9103", ProfilesURL: "http://127.0.0.1:9102", RenderURL: "http://127.0.0.1:9107",
		PayoutMinimum: "10000000000000000", PayoutEvery: 24 * time.Hour,
		Chains:         `[{"chainId":31337,"name":"Local chain","currencySymbol":"ETH","rpcUrls":["http://127.0.0.1:8545"]}]`,
		DefaultChainID: localChain, ENSChainID: 1, FirstPrice: 3000,
		RefundLimit: "10000000000000000000", MaxPriceAge: 10 * time.Minute, PriceRefresh: 600 * time.Second,
		NewAddressWait: 24 * time.Hour, CredentialWait: 72 * time.Hour, CardWait: 14 * 24 * time.Hour, AccountLimit: 5, VaultLimit: 50,
		MaxFeeGwei: 300, BumpAfter: 45 * time.Second, ResendAfter: 15 * time.Second, InFlight: 16, Batch: 500,
	}
}

// Validate returns all invalid settings in one error.
func (c *Config) Validate() error {
	errs := []error{
		c.Common.Validate(), c.Database.Validate(), c.Broker.Validate(), c.Site.Validate(), c.Mail.Validate(), c.Seller.Validate(),
		kit.Required("AUTH_URL", c.AuthURL, "CATALOG_URL", c.CatalogURL, "PROFILES_URL", c.ProfilesURL, "RENDER_URL", c.RenderURL),
	}
	_, err := c.keys()
	errs = append(errs, err)
	if c.DeployerKey != "" {
		if _, err := ethereum.Key(string(c.DeployerKey)); err != nil {
			errs = append(errs, fmt.Errorf("DEPLOYER_KEY: %w", err))
		}
	}
	errs = append(errs, c.checkKeys())
	for _, check := range []struct {
		name  string
		wrong bool
	}{
		{"MAX_PRICE_AGE", c.MaxPriceAge <= 0},
		{"PRICE_REFRESH", c.PriceRefresh <= 0},
		{"BUMP_AFTER", c.BumpAfter <= 0},
		{"RESEND_AFTER", c.ResendAfter <= 0},
		{"IN_FLIGHT", c.InFlight <= 0},
		{"CATCH_UP_BATCH", c.Batch <= 0},
		{"MAX_FEE_GWEI", c.MaxFeeGwei <= 0},
		{"FIRST_PRICE_USD", c.FirstPrice <= 0},
	} {
		if check.wrong {
			errs = append(errs, fmt.Errorf("%s must be above zero", check.name))
		}
	}
	for name, wait := range map[string]time.Duration{
		"NEW_ADDRESS_WAIT": c.NewAddressWait, "CREDENTIALS_WAIT": c.CredentialWait, "CARD_WAIT": c.CardWait, "PAYOUT_EVERY": c.PayoutEvery,
	} {
		if wait < 0 {
			errs = append(errs, fmt.Errorf("%s must not be negative", name))
		}
	}
	if c.AccountLimit < 0 || c.VaultLimit < 0 {
		errs = append(errs, errors.New("WITHDRAWAL_ACCOUNT_DAILY_LIMIT and WITHDRAWAL_VAULT_DAILY_LIMIT must not be negative"))
	}
	if least, err := money.ParseWei(c.PayoutMinimum); err != nil || least.Sign() < 0 {
		errs = append(errs, fmt.Errorf("PAYOUT_MINIMUM must be wei, 0 or more"))
	}
	for _, issuer := range c.FormerIssuers {
		if !common.IsHexAddress(issuer) {
			errs = append(errs, fmt.Errorf("FORMER_CERTIFICATE_ISSUERS: %q is not an address", issuer))
		}
	}
	chains, err := c.chains()
	errs = append(errs, err)
	if err == nil {
		_, _, err := c.names(chains)
		errs = append(errs, err)
	}
	known := false
	for _, chain := range chains {
		known = known || chain.ChainID == c.DefaultChainID
	}
	if err == nil && !known {
		errs = append(errs, fmt.Errorf("DEFAULT_CHAIN_ID: chain %d is not in CHAINS", c.DefaultChainID))
	}
	return errors.Join(errs...)
}

// chains parses CHAINS and fills in the defaults of well-known chains.
func (c *Config) chains() ([]ChainConfig, error) {
	text := strings.TrimSpace(c.Chains)
	if text != "" && !strings.HasPrefix(text, "[") {
		file, err := os.ReadFile(text)
		if err != nil {
			return nil, fmt.Errorf("CHAINS: neither JSON nor a file: %w", err)
		}
		text = string(file)
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	var list []ChainConfig
	if err := decoder.Decode(&list); err != nil {
		return nil, fmt.Errorf("CHAINS: %w", err)
	}
	seen := map[uint32]bool{}
	for i := range list {
		list[i].RefundDailyLimit = cmp.Or(list[i].RefundDailyLimit, c.RefundLimit)
		err := list[i].complete()
		if err == nil {
			err = list[i].checkNodes(c.AllowSingleNode)
		}
		if err != nil {
			return nil, fmt.Errorf("CHAINS: chain %d: %w", list[i].ChainID, err)
		}
		if c.AllowOtherPriceFeed {
			list[i].coin = ""
		}
		if seen[list[i].ChainID] {
			return nil, fmt.Errorf("CHAINS: chain %d is there twice", list[i].ChainID)
		}
		seen[list[i].ChainID] = true
	}
	return list, nil
}

// names returns the ENS registry (EIP-55) and the nodes of its chain. The registry is empty if names are off.
func (c *Config) names(chains []ChainConfig) (registry string, urls []string, err error) {
	if c.ENSRegistry == "" {
		return "", nil, nil
	}
	if registry, err = chain.ParseAddress(c.ENSRegistry); err != nil {
		return "", nil, fmt.Errorf("ENS_REGISTRY: %w", err)
	}
	urls = c.ENSRPCURLs
	for _, chain := range chains {
		if len(urls) == 0 && chain.ChainID == c.ENSChainID {
			urls = chain.RPCURLs
		}
	}
	if len(urls) == 0 {
		return "", nil, fmt.Errorf("ENS_RPC_URLS: set the node of chain %d, which is not in CHAINS", c.ENSChainID)
	}
	return registry, urls, nil
}

func (c *ChainConfig) complete() error {
	if c.ChainID == 0 || len(c.RPCURLs) == 0 {
		return errors.New("chainId and rpcUrls are required")
	}
	for i, node := range c.RPCURLs {
		if err := kit.Address("node", node); err != nil {
			return fmt.Errorf("rpcUrls: address %d is %w", i+1, err)
		}
	}
	if c.ExplorerURL != "" {
		if err := kit.Address("http", c.ExplorerURL); err != nil {
			return fmt.Errorf("explorerUrl: %w", err)
		}
	}
	name, depth, poll, stall := fmt.Sprintf("Chain %d", c.ChainID), uint64(65), 2*time.Second, 9*time.Minute
	switch c.ChainID {
	case 1:
		name, poll = "Ethereum", 4*time.Second
	case 100:
		name, depth, stall = "Gnosis", 50, 2*time.Minute
	case localChain:
		name, depth, poll, stall = "Local chain", 8, 400*time.Millisecond, 0
	}
	c.Name = cmp.Or(c.Name, name)
	if c.CurrencySymbol == "" {
		c.CurrencySymbol = "ETH"
		if c.ChainID == 100 {
			c.CurrencySymbol = "xDAI"
		}
	}
	c.coin = c.CurrencySymbol
	if c.ChainID == 100 {
		c.coin = "DAI" // what xDAI is, and what Chainlink's feed of the chain measures
	}
	c.FinalityDepth = cmp.Or(c.FinalityDepth, depth)
	c.poll, c.stall = poll, stall
	var err error
	if c.PollInterval != "" {
		if c.poll, err = time.ParseDuration(c.PollInterval); err != nil || c.poll <= 0 {
			return errors.New("pollInterval is not a duration like 2s")
		}
	}
	if c.FinalityTimeout != "" {
		if c.stall, err = time.ParseDuration(c.FinalityTimeout); err != nil || c.stall < 0 {
			return errors.New("finalityTimeout is not a duration like 9m")
		}
	}
	if c.limit, err = money.ParseWei(c.RefundDailyLimit); err != nil {
		return errors.New("refundDailyLimit is not a whole number of wei")
	}
	addresses := []*string{&c.TokenContract, &c.PaymentContract, &c.PriceFeed, &c.SecondPriceFeed}
	for i := range c.OwnAddresses {
		addresses = append(addresses, &c.OwnAddresses[i])
	}
	for i := range c.Assets {
		addresses = append(addresses, &c.Assets[i])
	}
	for _, address := range addresses {
		if *address == "" {
			continue
		}
		parsed, err := chain.ParseAddress(*address)
		if err != nil {
			return fmt.Errorf("%s: %w", *address, err)
		}
		*address = parsed
	}
	if (c.TokenContract == "") != (c.PaymentContract == "") {
		return errors.New("tokenContract and paymentContract: set both or none")
	}
	return nil
}

// formerIssuers returns FormerIssuers as EIP-55 addresses.
func (c *Config) formerIssuers() []string {
	out := make([]string, 0, len(c.FormerIssuers))
	for _, issuer := range c.FormerIssuers {
		out = append(out, common.HexToAddress(issuer).Hex())
	}
	return out
}

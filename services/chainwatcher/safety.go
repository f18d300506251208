package chainwatcher

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// guessable is the length in bits below which a private key can be guessed.
const guessable = 64

// publishedKeys are the accounts of development tools, whose private keys are published in their documentation.
// Bots empty these accounts on all public chains.
var publishedKeys = []common.Address{
	// Hardhat and anvil.
	common.HexToAddress("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"),
	common.HexToAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8"),
	common.HexToAddress("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"),
	common.HexToAddress("0x90F79bf6EB2c4f870365E785982E1f101E93b906"),
	common.HexToAddress("0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65"),
	common.HexToAddress("0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc"),
	common.HexToAddress("0x976EA74026E726554dB657fA54763abd0C3a0aa9"),
	common.HexToAddress("0x14dC79964da2C08b23698B3D3cc7Ca32193d9955"),
	common.HexToAddress("0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f"),
	common.HexToAddress("0xa0Ee7A142d267C1f36714E4a8F75612F20a79720"),
	common.HexToAddress("0xBcd4042DE499D14e55001CcbB24a551F3b954096"),
	common.HexToAddress("0x71bE63f3384f5fb98995898A86B02Fb2426c5788"),
	common.HexToAddress("0xFABB0ac9d68B0B445fB7357272Ff202C5651694a"),
	common.HexToAddress("0x1CBd3b2770909D4e10f157cABC84C7264073C9Ec"),
	common.HexToAddress("0xdF3e18d64BC6A983f673Ab319CCaE4f1a57C7097"),
	common.HexToAddress("0xcd3B766CCDd6AE721141F452C550Ca635964ce71"),
	common.HexToAddress("0x2546BcD3c84621e976D8185a91A922aE77ECEc30"),
	common.HexToAddress("0xbDA5747bFD65F08deb54cb465eB87D40e51B197E"),
	common.HexToAddress("0xdD2FD4581271e230360230F9337D5c0430Bf44C0"),
	common.HexToAddress("0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199"),
	// Ganache.
	common.HexToAddress("0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"),
	common.HexToAddress("0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0"),
	common.HexToAddress("0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b"),
	common.HexToAddress("0xE11BA2b4D45Eaed5996Cd0823791E0C93114882d"),
	common.HexToAddress("0xd03ea8624C8C5987235048901fB614fDcA89b117"),
	common.HexToAddress("0x95cED938F7991cd0dFcb48F0a06a40FA1aF46EBC"),
	common.HexToAddress("0x3E5e9111Ae8eB78Fe1CC3bb8915d5D461F3Ef9A9"),
	common.HexToAddress("0x28a8746e75304c0780E011BEd21C72cD78cd535E"),
	common.HexToAddress("0xACa94ef8bD5ffEE41947b4585a84BdA5a3d3DA6E"),
	common.HexToAddress("0x1dF62f291b2E969fB0849d99D9Ce41e2F137006e"),
	// Truffle.
	common.HexToAddress("0x627306090abaB3A6e1400e9345bC60c78a8BEf57"),
	common.HexToAddress("0xf17f52151EbEF6C7334FAD080c5704D77216b732"),
	common.HexToAddress("0xC5fdf4076b8F3A5357c5E395ab970B5B54098Fef"),
	common.HexToAddress("0x821aEa9a577a9b44299B9c15c88cf3087F3b5544"),
	common.HexToAddress("0x0d1d4e623D10F9FBA5Db95830F7d3839406C6AF2"),
	common.HexToAddress("0x2932b7A2355D6fecc4b5c0B6BD44cC31df247a2e"),
	common.HexToAddress("0x2191eF87E392377ec08E7c08Eb105Ef5448eCED5"),
	common.HexToAddress("0x0F4F2Ac550A1b4e2280d04c21cEa7EBD822934b5"),
	common.HexToAddress("0x6330A553Fc93768F612722BB8c2eC78aC90B3bbc"),
	common.HexToAddress("0x5AEDA56215b167893e80B4fE645BA6d5Bab767DE"),
}

// published reports whether development tools publish the private key of an address.
func published(address string) bool {
	return slices.Contains(publishedKeys, common.HexToAddress(address))
}

// checkKeys rejects private keys that anyone can know.
func (c *Config) checkKeys() error {
	if c.AllowDevelopmentKeys {
		return nil
	}
	var errs []error
	for _, r := range append(c.keyRoles(new(keys)), role{name: "DEPLOYER", private: c.DeployerKey}) {
		if !r.development() {
			continue
		}
		errs = append(errs, fmt.Errorf("%s_KEY is a key that everybody knows: what it holds can be taken at any time. Make a new key; only on a local chain set ALLOW_DEVELOPMENT_KEYS=true", r.name))
	}
	return errors.Join(errs...)
}

// checkNodes rejects a single node for a public chain with money.
func (c *ChainConfig) checkNodes(allowOne bool) error {
	urls := slices.Clone(c.RPCURLs)
	slices.Sort(urls)
	switch distinct := slices.Compact(urls); {
	case len(distinct) != len(c.RPCURLs):
		return errors.New("rpcUrls has the same node twice: use nodes of different providers")
	case len(distinct) == 1 && !c.local() && !allowOne:
		return errors.New("one node alone would decide which payments count: add two nodes of other providers to rpcUrls, so that two of three have to agree, or set ALLOW_SINGLE_NODE=true")
	}
	return nil
}

// local reports whether the chain is a development tool's, where nothing has value.
func (c *ChainConfig) local() bool { return c.ChainID == localChain || c.ChainID == 1337 }

// Code generated via abigen V2 - DO NOT EDIT.
// This file is a generated binding and any manual changes will be lost.

package bindings

import (
	"bytes"
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// Reference imports to suppress errors if they are not otherwise used.
var (
	_ = bytes.Equal
	_ = errors.New
	_ = big.NewInt
	_ = common.Big1
	_ = types.BloomLookup
	_ = abi.ConvertType
)

// VitrineTokenMetaData contains all meta data concerning the VitrineToken contract.
var VitrineTokenMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"string\",\"name\":\"name_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"symbol_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"baseURI_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"contractURI_\",\"type\":\"string\"},{\"internalType\":\"address\",\"name\":\"admin\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"minter\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[],\"name\":\"AccessControlBadConfirmation\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"neededRole\",\"type\":\"bytes32\"}],\"name\":\"AccessControlUnauthorizedAccount\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"AlreadyMinted\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"numerator\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"denominator\",\"type\":\"uint256\"}],\"name\":\"ERC2981InvalidDefaultRoyalty\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"name\":\"ERC2981InvalidDefaultRoyaltyReceiver\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"numerator\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"denominator\",\"type\":\"uint256\"}],\"name\":\"ERC2981InvalidTokenRoyalty\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"name\":\"ERC2981InvalidTokenRoyaltyReceiver\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"ERC721IncorrectOwner\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"ERC721InsufficientApproval\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"approver\",\"type\":\"address\"}],\"name\":\"ERC721InvalidApprover\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"}],\"name\":\"ERC721InvalidOperator\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"ERC721InvalidOwner\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"name\":\"ERC721InvalidReceiver\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"}],\"name\":\"ERC721InvalidSender\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"ERC721NonexistentToken\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"InvalidTokenId\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"approved\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"Approval\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"approved\",\"type\":\"bool\"}],\"name\":\"ApprovalForAll\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"_fromTokenId\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"_toTokenId\",\"type\":\"uint256\"}],\"name\":\"BatchMetadataUpdate\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[],\"name\":\"ContractURIUpdated\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"_tokenId\",\"type\":\"uint256\"}],\"name\":\"MetadataUpdate\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"previousAdminRole\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"newAdminRole\",\"type\":\"bytes32\"}],\"name\":\"RoleAdminChanged\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"}],\"name\":\"RoleGranted\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"}],\"name\":\"RoleRevoked\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"Transfer\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"DEFAULT_ADMIN_ROLE\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"EDITIONS_PER_ARTWORK\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"MINTER_ROLE\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"ROYALTY_ROLE\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"approve\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"baseURI\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"contractURI\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"exists\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"getApproved\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"}],\"name\":\"getRoleAdmin\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"grantRole\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"hasRole\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"}],\"name\":\"isApprovedForAll\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"mint\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"ownerOf\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"callerConfirmation\",\"type\":\"address\"}],\"name\":\"renounceRole\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"revokeRole\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"salePrice\",\"type\":\"uint256\"}],\"name\":\"royaltyInfo\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"safeTransferFrom\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"safeTransferFrom\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"approved\",\"type\":\"bool\"}],\"name\":\"setApprovalForAll\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"string\",\"name\":\"baseURI_\",\"type\":\"string\"}],\"name\":\"setBaseURI\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"string\",\"name\":\"contractURI_\",\"type\":\"string\"}],\"name\":\"setContractURI\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"uint96\",\"name\":\"basisPoints\",\"type\":\"uint96\"}],\"name\":\"setDefaultRoyalty\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"uint96\",\"name\":\"basisPoints\",\"type\":\"uint96\"}],\"name\":\"setTokenRoyalty\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes4\",\"name\":\"interfaceId\",\"type\":\"bytes4\"}],\"name\":\"supportsInterface\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"tokenHash\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"tokenURI\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"transferFrom\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "VitrineToken",
	Bin: "0x608060405234801561000f575f5ffd5b50604051611fd2380380611fd283398101604081905261002e91610238565b85855f61003b83826103a1565b50600161004882826103a1565b5060099150610059905085826103a1565b50600a61006684826103a1565b506100715f836100d3565b5061009c7feb54e1feee3ae17add098cbf58a47457bf5f7c3a89ceab263cbdb01b3da6d98e836100d3565b506100c77f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6826100d3565b5050505050505061045f565b5f8281526008602090815260408083206001600160a01b038516845290915281205460ff16610177575f8381526008602090815260408083206001600160a01b03861684529091529020805460ff1916600117905561012f3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a450600161017a565b505f5b92915050565b634e487b7160e01b5f52604160045260245ffd5b5f82601f8301126101a3575f5ffd5b81516001600160401b038111156101bc576101bc610180565b604051601f8201601f19908116603f011681016001600160401b03811182821017156101ea576101ea610180565b604052818152838201602001851015610201575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b80516001600160a01b0381168114610233575f5ffd5b919050565b5f5f5f5f5f5f60c0878903121561024d575f5ffd5b86516001600160401b03811115610262575f5ffd5b61026e89828a01610194565b602089015190975090506001600160401b0381111561028b575f5ffd5b61029789828a01610194565b604089015190965090506001600160401b038111156102b4575f5ffd5b6102c089828a01610194565b606089015190955090506001600160401b038111156102dd575f5ffd5b6102e989828a01610194565b9350506102f86080880161021d565b915061030660a0880161021d565b90509295509295509295565b600181811c9082168061032657607f821691505b60208210810361034457634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561039c578282111561039c57805f5260205f20601f840160051c602085101561037557505f5b90810190601f840160051c035f5b81811015610398575f83820155600101610383565b5050505b505050565b81516001600160401b038111156103ba576103ba610180565b6103ce816103c88454610312565b8461034a565b6020601f821160018114610400575f83156103e95750848201515b5f19600385901b1c1916600184901b178455610458565b5f84815260208120601f198516915b8281101561042f578785015182556020948501946001909201910161040f565b508482101561044c57868401515f19600387901b60f8161c191681555b505060018360011b0184555b5050505050565b611b668061046c5f395ff3fe608060405234801561000f575f5ffd5b50600436106101e7575f3560e01c80636c0360eb11610109578063b45b1f6f1161009e578063d53913931161006e578063d53913931461046c578063d547741f14610493578063e8a3d485146104a6578063e985e9c5146104ae575f5ffd5b8063b45b1f6f14610415578063b88d4fde1461041f578063c87b56dd14610432578063cb9fcffb14610445575f5ffd5b806395d89b41116100d957806395d89b41146103e0578063a217fddf146103e8578063a22cb465146103ef578063a386439714610402575f5ffd5b80636c0360eb1461039f57806370a08231146103a757806391d14854146103ba578063938e3d7b146103cd575f5ffd5b80632f2ff15d1161017f5780634f558e791161014f5780634f558e791461033c57806355f804b3146103665780635944c753146103795780636352211e1461038c575f5ffd5b80632f2ff15d146102f057806336568abe1461030357806340c10f191461031657806342842e0e14610329575f5ffd5b8063095ea7b3116101ba578063095ea7b31461026857806323b872dd1461027b578063248a9ca31461028e5780632a55205a146102be575f5ffd5b806301ffc9a7146101eb57806304634d8d1461021357806306fdde0314610228578063081812fc1461023d575b5f5ffd5b6101fe6101f93660046115b2565b6104c1565b60405190151581526020015b60405180910390f35b6102266102213660046115fe565b6104eb565b005b610230610524565b60405161020a919061165d565b61025061024b36600461166f565b6105b3565b6040516001600160a01b03909116815260200161020a565b610226610276366004611686565b6105da565b6102266102893660046116ae565b6105e9565b6102b061029c36600461166f565b5f9081526008602052604090206001015490565b60405190815260200161020a565b6102d16102cc3660046116e8565b610677565b604080516001600160a01b03909316835260208301919091520161020a565b6102266102fe366004611708565b6106f0565b610226610311366004611708565b610714565b610226610324366004611686565b610747565b6102266103373660046116ae565b610801565b6101fe61034a36600461166f565b5f908152600260205260409020546001600160a01b0316151590565b610226610374366004611729565b61081b565b610226610387366004611797565b610871565b61025061039a36600461166f565b6108a6565b6102306108b0565b6102b06103b53660046117d0565b6108bf565b6101fe6103c8366004611708565b610904565b6102266103db366004611729565b61092e565b610230610973565b6102b05f81565b6102266103fd3660046117e9565b610982565b6102b061041036600461166f565b61098d565b6102b0620f424081565b61022661042d366004611836565b6109be565b61023061044036600461166f565b6109d6565b6102b07feb54e1feee3ae17add098cbf58a47457bf5f7c3a89ceab263cbdb01b3da6d98e81565b6102b07f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a681565b6102266104a1366004611708565b610a3b565b610230610a5f565b6101fe6104bc366004611913565b610a6e565b5f6001600160e01b03198216632483248360e11b14806104e557506104e582610a9b565b92915050565b7feb54e1feee3ae17add098cbf58a47457bf5f7c3a89ceab263cbdb01b3da6d98e61051581610abf565b61051f8383610acc565b505050565b60605f80546105329061193b565b80601f016020809104026020016040519081016040528092919081815260200182805461055e9061193b565b80156105a95780601f10610580576101008083540402835291602001916105a9565b820191905f5260205f20905b81548152906001019060200180831161058c57829003601f168201915b5050505050905090565b5f6105bd82610b6e565b505f828152600460205260409020546001600160a01b03166104e5565b6105e5828233610ba6565b5050565b6001600160a01b03821661061757604051633250574960e11b81525f60048201526024015b60405180910390fd5b5f610623838333610bb3565b9050836001600160a01b0316816001600160a01b031614610671576040516364283d7b60e01b81526001600160a01b038086166004830152602482018490528216604482015260640161060e565b50505050565b5f82815260076020526040812080548291906001600160a01b03811690600160a01b90046001600160601b0316816106ca5750506006546001600160a01b03811690600160a01b90046001600160601b03165b5f6106e1876001600160601b038416612710610ca5565b92989297509195505050505050565b5f8281526008602052604090206001015461070a81610abf565b6106718383610d55565b6001600160a01b038116331461073d5760405163334bd91960e11b815260040160405180910390fd5b61051f8282610de6565b7f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a661077181610abf565b620f424082108061078c575061078a620f424083611987565b155b8061079e5750677fffffffffffffff82115b156107bf5760405163ed15e6cf60e01b81526004810183905260240161060e565b5f828152600260205260409020546001600160a01b0316156107f7576040516314b27b7f60e31b81526004810183905260240161060e565b61051f8383610e51565b61051f83838360405180602001604052805f8152506109be565b5f61082581610abf565b60096108328385836119f4565b50604080515f81525f1960208201527f6bd5c950a8d8df17f772f5af37cb3655737899cbf903264b9795592da439661c910160405180910390a1505050565b7feb54e1feee3ae17add098cbf58a47457bf5f7c3a89ceab263cbdb01b3da6d98e61089b81610abf565b610671848484610e6a565b5f6104e582610b6e565b6060600980546105329061193b565b5f6001600160a01b0382166108e9576040516322718ad960e21b81525f600482015260240161060e565b506001600160a01b03165f9081526003602052604090205490565b5f9182526008602090815260408084206001600160a01b0393909316845291905290205460ff1690565b5f61093881610abf565b600a6109458385836119f4565b506040517fa5d4097edda6d87cb9329af83fb3712ef77eeb13738ffe43cc35a4ce305ad962905f90a1505050565b6060600180546105329061193b565b6105e5338383610f2a565b5f816040516020016109a191815260200190565b604051602081830303815290604052805190602001209050919050565b6109c98484846105e9565b6106713385858585610ff1565b60606109e182610b6e565b505f6109eb6108b0565b90505f815111610a095760405180602001604052805f815250610a34565b80610a1384611119565b604051602001610a24929190611ac5565b6040516020818303038152906040525b9392505050565b5f82815260086020526040902060010154610a5581610abf565b6106718383610de6565b6060600a80546105329061193b565b6001600160a01b039182165f90815260056020908152604080832093909416825291909152205460ff1690565b5f6001600160e01b03198216637965db0b60e01b14806104e557506104e5826111a9565b610ac981336111cd565b50565b6127106001600160601b038216811015610b0b57604051636f483d0960e01b81526001600160601b03831660048201526024810182905260440161060e565b6001600160a01b038316610b3457604051635b6cc80560e11b81525f600482015260240161060e565b50604080518082019091526001600160a01b039092168083526001600160601b039091166020909201829052600160a01b90910217600655565b5f818152600260205260408120546001600160a01b0316806104e557604051637e27328960e01b81526004810184905260240161060e565b61051f8383836001611206565b5f828152600260205260408120546001600160a01b0390811690831615610bdf57610bdf81848661130a565b6001600160a01b03811615610c1957610bfa5f855f5f611206565b6001600160a01b0381165f90815260036020526040902080545f190190555b6001600160a01b03851615610c47576001600160a01b0385165f908152600360205260409020805460010190555b5f8481526002602052604080822080546001600160a01b0319166001600160a01b0389811691821790925591518793918516917fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef91a4949350505050565b5f5f5f610cb2868661136e565b91509150815f03610cd657838181610ccc57610ccc611973565b0492505050610a34565b818411610ced57610ced600385150260111861138a565b5f848688095f868103871696879004966002600389028118808a02820302808a02820302808a02820302808a02820302808a02820302808a02909103029181900381900460010185841190960395909502919093039390930492909217029150509392505050565b5f610d608383610904565b610ddf575f8381526008602090815260408083206001600160a01b03861684529091529020805460ff19166001179055610d973390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a45060016104e5565b505f6104e5565b5f610df18383610904565b15610ddf575f8381526008602090815260408083206001600160a01b0386168085529252808320805460ff1916905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a45060016104e5565b6105e5828260405180602001604052805f81525061139b565b6127106001600160601b038216811015610eb05760405163dfd1fc1b60e01b8152600481018590526001600160601b03831660248201526044810182905260640161060e565b6001600160a01b038316610ee057604051634b4f842960e11b8152600481018590525f602482015260440161060e565b506040805180820182526001600160a01b0393841681526001600160601b0392831660208083019182525f968752600790529190942093519051909116600160a01b029116179055565b6001600160a01b038316610f535760405163a9fbf51f60e01b81525f600482015260240161060e565b6001600160a01b038216610f8557604051630b61174360e31b81526001600160a01b038316600482015260240161060e565b6001600160a01b038381165f81815260056020908152604080832094871680845294825291829020805460ff191686151590811790915591519182527f17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31910160405180910390a3505050565b6001600160a01b0383163b1561111257604051630a85bd0160e11b81526001600160a01b0384169063150b7a0290611033908890889087908790600401611ad9565b6020604051808303815f875af192505050801561106d575060408051601f3d908101601f1916820190925261106a91810190611b15565b60015b6110d4573d80801561109a576040519150601f19603f3d011682016040523d82523d5f602084013e61109f565b606091505b5080515f036110cc57604051633250574960e11b81526001600160a01b038516600482015260240161060e565b805160208201fd5b6001600160e01b03198116630a85bd0160e11b1461111057604051633250574960e11b81526001600160a01b038516600482015260240161060e565b505b5050505050565b60605f611125836113b2565b60010190505f8167ffffffffffffffff81111561114457611144611822565b6040519080825280601f01601f19166020018201604052801561116e576020820181803683370190505b5090508181016020015b5f19016f181899199a1a9b1b9c1cb0b131b232b360811b600a86061a8153600a850494508461117857509392505050565b5f6001600160e01b0319821663152a902d60e11b14806104e557506104e582611489565b6111d78282610904565b6105e55760405163e2517d3f60e01b81526001600160a01b03821660048201526024810183905260440161060e565b808061121a57506001600160a01b03821615155b156112db575f61122984610b6e565b90506001600160a01b038316158015906112555750826001600160a01b0316816001600160a01b031614155b801561126857506112668184610a6e565b155b156112915760405163a9fbf51f60e01b81526001600160a01b038416600482015260240161060e565b81156112d95783856001600160a01b0316826001600160a01b03167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92560405160405180910390a45b505b50505f90815260046020526040902080546001600160a01b0319166001600160a01b0392909216919091179055565b6113158383836114d8565b61051f576001600160a01b03831661134357604051637e27328960e01b81526004810182905260240161060e565b60405163177e802f60e01b81526001600160a01b03831660048201526024810182905260440161060e565b5f805f1983850993909202808410938190039390930393915050565b634e487b715f52806020526024601cfd5b6113a5838361153c565b61051f335f858585610ff1565b5f8072184f03e93ff9f4daa797ed6e38ed64bf6a1f0160401b83106113f05772184f03e93ff9f4daa797ed6e38ed64bf6a1f0160401b830492506040015b6d04ee2d6d415b85acef8100000000831061141c576d04ee2d6d415b85acef8100000000830492506020015b662386f26fc10000831061143a57662386f26fc10000830492506010015b6305f5e1008310611452576305f5e100830492506008015b612710831061146657612710830492506004015b60648310611478576064830492506002015b600a83106104e55760010192915050565b5f6001600160e01b031982166380ac58cd60e01b14806114b957506001600160e01b03198216635b5e139f60e01b145b806104e557506301ffc9a760e01b6001600160e01b03198316146104e5565b5f6001600160a01b038316158015906115345750826001600160a01b0316846001600160a01b0316148061151157506115118484610a6e565b8061153457505f828152600460205260409020546001600160a01b038481169116145b949350505050565b6001600160a01b03821661156557604051633250574960e11b81525f600482015260240161060e565b5f61157183835f610bb3565b90506001600160a01b0381161561051f576040516339e3563760e11b81525f600482015260240161060e565b6001600160e01b031981168114610ac9575f5ffd5b5f602082840312156115c2575f5ffd5b8135610a348161159d565b80356001600160a01b03811681146115e3575f5ffd5b919050565b80356001600160601b03811681146115e3575f5ffd5b5f5f6040838503121561160f575f5ffd5b611618836115cd565b9150611626602084016115e8565b90509250929050565b5f81518084528060208401602086015e5f602082860101526020601f19601f83011685010191505092915050565b602081525f610a34602083018461162f565b5f6020828403121561167f575f5ffd5b5035919050565b5f5f60408385031215611697575f5ffd5b6116a0836115cd565b946020939093013593505050565b5f5f5f606084860312156116c0575f5ffd5b6116c9846115cd565b92506116d7602085016115cd565b929592945050506040919091013590565b5f5f604083850312156116f9575f5ffd5b50508035926020909101359150565b5f5f60408385031215611719575f5ffd5b82359150611626602084016115cd565b5f5f6020838503121561173a575f5ffd5b823567ffffffffffffffff811115611750575f5ffd5b8301601f81018513611760575f5ffd5b803567ffffffffffffffff811115611776575f5ffd5b856020828401011115611787575f5ffd5b6020919091019590945092505050565b5f5f5f606084860312156117a9575f5ffd5b833592506117b9602085016115cd565b91506117c7604085016115e8565b90509250925092565b5f602082840312156117e0575f5ffd5b610a34826115cd565b5f5f604083850312156117fa575f5ffd5b611803836115cd565b915060208301358015158114611817575f5ffd5b809150509250929050565b634e487b7160e01b5f52604160045260245ffd5b5f5f5f5f60808587031215611849575f5ffd5b611852856115cd565b9350611860602086016115cd565b925060408501359150606085013567ffffffffffffffff811115611882575f5ffd5b8501601f81018713611892575f5ffd5b803567ffffffffffffffff8111156118ac576118ac611822565b604051601f8201601f19908116603f0116810167ffffffffffffffff811182821017156118db576118db611822565b6040528181528282016020018910156118f2575f5ffd5b816020840160208301375f6020838301015280935050505092959194509250565b5f5f60408385031215611924575f5ffd5b61192d836115cd565b9150611626602084016115cd565b600181811c9082168061194f57607f821691505b60208210810361196d57634e487b7160e01b5f52602260045260245ffd5b50919050565b634e487b7160e01b5f52601260045260245ffd5b5f826119a157634e487b7160e01b5f52601260045260245ffd5b500690565b601f82111561051f578282111561051f57805f5260205f20601f840160051c60208510156119d157505f5b90810190601f840160051c035f5b81811015611110575f838201556001016119df565b67ffffffffffffffff831115611a0c57611a0c611822565b611a2083611a1a835461193b565b836119a6565b5f601f841160018114611a51575f8515611a3a5750838201355b5f19600387901b1c1916600186901b178355611112565b5f83815260208120601f198716915b82811015611a805786850135825560209485019460019092019101611a60565b5086821015611a9c575f1960f88860031b161c19848701351681555b505060018560011b0183555050505050565b5f81518060208401855e5f93019283525090919050565b5f611534611ad38386611aae565b84611aae565b6001600160a01b03858116825284166020820152604081018390526080606082018190525f90611b0b9083018461162f565b9695505050505050565b5f60208284031215611b25575f5ffd5b8151610a348161159d56fea2646970667358221220ffc2cfc5520b382121e6e8013121945dbe45c37f56e119bf186c18cc5bc8f22764736f6c63430008250033",
}

// VitrineToken is an auto generated Go binding around an Ethereum contract.
type VitrineToken struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *VitrineToken) GetABI() abi.ABI {
	return c.abi
}

// NewVitrineToken creates a new instance of VitrineToken.
func NewVitrineToken() *VitrineToken {
	parsed, err := VitrineTokenMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &VitrineToken{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *VitrineToken) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(string name_, string symbol_, string baseURI_, string contractURI_, address admin, address minter) returns()
func (vitrineToken *VitrineToken) PackConstructor(name_ string, symbol_ string, baseURI_ string, contractURI_ string, admin common.Address, minter common.Address) []byte {
	enc, err := vitrineToken.abi.Pack("", name_, symbol_, baseURI_, contractURI_, admin, minter)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDEFAULTADMINROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa217fddf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function DEFAULT_ADMIN_ROLE() view returns(bytes32)
func (vitrineToken *VitrineToken) PackDEFAULTADMINROLE() []byte {
	enc, err := vitrineToken.abi.Pack("DEFAULT_ADMIN_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDEFAULTADMINROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa217fddf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function DEFAULT_ADMIN_ROLE() view returns(bytes32)
func (vitrineToken *VitrineToken) TryPackDEFAULTADMINROLE() ([]byte, error) {
	return vitrineToken.abi.Pack("DEFAULT_ADMIN_ROLE")
}

// UnpackDEFAULTADMINROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa217fddf.
//
// Solidity: function DEFAULT_ADMIN_ROLE() view returns(bytes32)
func (vitrineToken *VitrineToken) UnpackDEFAULTADMINROLE(data []byte) ([32]byte, error) {
	out, err := vitrineToken.abi.Unpack("DEFAULT_ADMIN_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackEDITIONSPERARTWORK is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb45b1f6f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function EDITIONS_PER_ARTWORK() view returns(uint256)
func (vitrineToken *VitrineToken) PackEDITIONSPERARTWORK() []byte {
	enc, err := vitrineToken.abi.Pack("EDITIONS_PER_ARTWORK")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackEDITIONSPERARTWORK is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb45b1f6f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function EDITIONS_PER_ARTWORK() view returns(uint256)
func (vitrineToken *VitrineToken) TryPackEDITIONSPERARTWORK() ([]byte, error) {
	return vitrineToken.abi.Pack("EDITIONS_PER_ARTWORK")
}

// UnpackEDITIONSPERARTWORK is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb45b1f6f.
//
// Solidity: function EDITIONS_PER_ARTWORK() view returns(uint256)
func (vitrineToken *VitrineToken) UnpackEDITIONSPERARTWORK(data []byte) (*big.Int, error) {
	out, err := vitrineToken.abi.Unpack("EDITIONS_PER_ARTWORK", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackMINTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd5391393.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function MINTER_ROLE() view returns(bytes32)
func (vitrineToken *VitrineToken) PackMINTERROLE() []byte {
	enc, err := vitrineToken.abi.Pack("MINTER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMINTERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd5391393.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function MINTER_ROLE() view returns(bytes32)
func (vitrineToken *VitrineToken) TryPackMINTERROLE() ([]byte, error) {
	return vitrineToken.abi.Pack("MINTER_ROLE")
}

// UnpackMINTERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd5391393.
//
// Solidity: function MINTER_ROLE() view returns(bytes32)
func (vitrineToken *VitrineToken) UnpackMINTERROLE(data []byte) ([32]byte, error) {
	out, err := vitrineToken.abi.Unpack("MINTER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackROYALTYROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcb9fcffb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ROYALTY_ROLE() view returns(bytes32)
func (vitrineToken *VitrineToken) PackROYALTYROLE() []byte {
	enc, err := vitrineToken.abi.Pack("ROYALTY_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackROYALTYROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcb9fcffb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function ROYALTY_ROLE() view returns(bytes32)
func (vitrineToken *VitrineToken) TryPackROYALTYROLE() ([]byte, error) {
	return vitrineToken.abi.Pack("ROYALTY_ROLE")
}

// UnpackROYALTYROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcb9fcffb.
//
// Solidity: function ROYALTY_ROLE() view returns(bytes32)
func (vitrineToken *VitrineToken) UnpackROYALTYROLE(data []byte) ([32]byte, error) {
	out, err := vitrineToken.abi.Unpack("ROYALTY_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function approve(address to, uint256 tokenId) returns()
func (vitrineToken *VitrineToken) PackApprove(to common.Address, tokenId *big.Int) []byte {
	enc, err := vitrineToken.abi.Pack("approve", to, tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackApprove is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x095ea7b3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function approve(address to, uint256 tokenId) returns()
func (vitrineToken *VitrineToken) TryPackApprove(to common.Address, tokenId *big.Int) ([]byte, error) {
	return vitrineToken.abi.Pack("approve", to, tokenId)
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (vitrineToken *VitrineToken) PackBalanceOf(owner common.Address) []byte {
	enc, err := vitrineToken.abi.Pack("balanceOf", owner)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (vitrineToken *VitrineToken) TryPackBalanceOf(owner common.Address) ([]byte, error) {
	return vitrineToken.abi.Pack("balanceOf", owner)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address owner) view returns(uint256)
func (vitrineToken *VitrineToken) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := vitrineToken.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackBaseURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6c0360eb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function baseURI() view returns(string)
func (vitrineToken *VitrineToken) PackBaseURI() []byte {
	enc, err := vitrineToken.abi.Pack("baseURI")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBaseURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6c0360eb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function baseURI() view returns(string)
func (vitrineToken *VitrineToken) TryPackBaseURI() ([]byte, error) {
	return vitrineToken.abi.Pack("baseURI")
}

// UnpackBaseURI is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6c0360eb.
//
// Solidity: function baseURI() view returns(string)
func (vitrineToken *VitrineToken) UnpackBaseURI(data []byte) (string, error) {
	out, err := vitrineToken.abi.Unpack("baseURI", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackContractURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe8a3d485.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function contractURI() view returns(string)
func (vitrineToken *VitrineToken) PackContractURI() []byte {
	enc, err := vitrineToken.abi.Pack("contractURI")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackContractURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe8a3d485.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function contractURI() view returns(string)
func (vitrineToken *VitrineToken) TryPackContractURI() ([]byte, error) {
	return vitrineToken.abi.Pack("contractURI")
}

// UnpackContractURI is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe8a3d485.
//
// Solidity: function contractURI() view returns(string)
func (vitrineToken *VitrineToken) UnpackContractURI(data []byte) (string, error) {
	out, err := vitrineToken.abi.Unpack("contractURI", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackExists is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4f558e79.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function exists(uint256 tokenId) view returns(bool)
func (vitrineToken *VitrineToken) PackExists(tokenId *big.Int) []byte {
	enc, err := vitrineToken.abi.Pack("exists", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackExists is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4f558e79.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function exists(uint256 tokenId) view returns(bool)
func (vitrineToken *VitrineToken) TryPackExists(tokenId *big.Int) ([]byte, error) {
	return vitrineToken.abi.Pack("exists", tokenId)
}

// UnpackExists is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4f558e79.
//
// Solidity: function exists(uint256 tokenId) view returns(bool)
func (vitrineToken *VitrineToken) UnpackExists(data []byte) (bool, error) {
	out, err := vitrineToken.abi.Unpack("exists", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackGetApproved is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x081812fc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getApproved(uint256 tokenId) view returns(address)
func (vitrineToken *VitrineToken) PackGetApproved(tokenId *big.Int) []byte {
	enc, err := vitrineToken.abi.Pack("getApproved", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetApproved is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x081812fc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getApproved(uint256 tokenId) view returns(address)
func (vitrineToken *VitrineToken) TryPackGetApproved(tokenId *big.Int) ([]byte, error) {
	return vitrineToken.abi.Pack("getApproved", tokenId)
}

// UnpackGetApproved is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x081812fc.
//
// Solidity: function getApproved(uint256 tokenId) view returns(address)
func (vitrineToken *VitrineToken) UnpackGetApproved(data []byte) (common.Address, error) {
	out, err := vitrineToken.abi.Unpack("getApproved", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackGetRoleAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x248a9ca3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (vitrineToken *VitrineToken) PackGetRoleAdmin(role [32]byte) []byte {
	enc, err := vitrineToken.abi.Pack("getRoleAdmin", role)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetRoleAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x248a9ca3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (vitrineToken *VitrineToken) TryPackGetRoleAdmin(role [32]byte) ([]byte, error) {
	return vitrineToken.abi.Pack("getRoleAdmin", role)
}

// UnpackGetRoleAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x248a9ca3.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (vitrineToken *VitrineToken) UnpackGetRoleAdmin(data []byte) ([32]byte, error) {
	out, err := vitrineToken.abi.Unpack("getRoleAdmin", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackGrantRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2f2ff15d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function grantRole(bytes32 role, address account) returns()
func (vitrineToken *VitrineToken) PackGrantRole(role [32]byte, account common.Address) []byte {
	enc, err := vitrineToken.abi.Pack("grantRole", role, account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGrantRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2f2ff15d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function grantRole(bytes32 role, address account) returns()
func (vitrineToken *VitrineToken) TryPackGrantRole(role [32]byte, account common.Address) ([]byte, error) {
	return vitrineToken.abi.Pack("grantRole", role, account)
}

// PackHasRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x91d14854.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (vitrineToken *VitrineToken) PackHasRole(role [32]byte, account common.Address) []byte {
	enc, err := vitrineToken.abi.Pack("hasRole", role, account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackHasRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x91d14854.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (vitrineToken *VitrineToken) TryPackHasRole(role [32]byte, account common.Address) ([]byte, error) {
	return vitrineToken.abi.Pack("hasRole", role, account)
}

// UnpackHasRole is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x91d14854.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (vitrineToken *VitrineToken) UnpackHasRole(data []byte) (bool, error) {
	out, err := vitrineToken.abi.Unpack("hasRole", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackIsApprovedForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe985e9c5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function isApprovedForAll(address owner, address operator) view returns(bool)
func (vitrineToken *VitrineToken) PackIsApprovedForAll(owner common.Address, operator common.Address) []byte {
	enc, err := vitrineToken.abi.Pack("isApprovedForAll", owner, operator)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIsApprovedForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe985e9c5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function isApprovedForAll(address owner, address operator) view returns(bool)
func (vitrineToken *VitrineToken) TryPackIsApprovedForAll(owner common.Address, operator common.Address) ([]byte, error) {
	return vitrineToken.abi.Pack("isApprovedForAll", owner, operator)
}

// UnpackIsApprovedForAll is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xe985e9c5.
//
// Solidity: function isApprovedForAll(address owner, address operator) view returns(bool)
func (vitrineToken *VitrineToken) UnpackIsApprovedForAll(data []byte) (bool, error) {
	out, err := vitrineToken.abi.Unpack("isApprovedForAll", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x40c10f19.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function mint(address to, uint256 tokenId) returns()
func (vitrineToken *VitrineToken) PackMint(to common.Address, tokenId *big.Int) []byte {
	enc, err := vitrineToken.abi.Pack("mint", to, tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackMint is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x40c10f19.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function mint(address to, uint256 tokenId) returns()
func (vitrineToken *VitrineToken) TryPackMint(to common.Address, tokenId *big.Int) ([]byte, error) {
	return vitrineToken.abi.Pack("mint", to, tokenId)
}

// PackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function name() view returns(string)
func (vitrineToken *VitrineToken) PackName() []byte {
	enc, err := vitrineToken.abi.Pack("name")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackName is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x06fdde03.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function name() view returns(string)
func (vitrineToken *VitrineToken) TryPackName() ([]byte, error) {
	return vitrineToken.abi.Pack("name")
}

// UnpackName is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x06fdde03.
//
// Solidity: function name() view returns(string)
func (vitrineToken *VitrineToken) UnpackName(data []byte) (string, error) {
	out, err := vitrineToken.abi.Unpack("name", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackOwnerOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6352211e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function ownerOf(uint256 tokenId) view returns(address)
func (vitrineToken *VitrineToken) PackOwnerOf(tokenId *big.Int) []byte {
	enc, err := vitrineToken.abi.Pack("ownerOf", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOwnerOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6352211e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function ownerOf(uint256 tokenId) view returns(address)
func (vitrineToken *VitrineToken) TryPackOwnerOf(tokenId *big.Int) ([]byte, error) {
	return vitrineToken.abi.Pack("ownerOf", tokenId)
}

// UnpackOwnerOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x6352211e.
//
// Solidity: function ownerOf(uint256 tokenId) view returns(address)
func (vitrineToken *VitrineToken) UnpackOwnerOf(data []byte) (common.Address, error) {
	out, err := vitrineToken.abi.Unpack("ownerOf", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackRenounceRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x36568abe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function renounceRole(bytes32 role, address callerConfirmation) returns()
func (vitrineToken *VitrineToken) PackRenounceRole(role [32]byte, callerConfirmation common.Address) []byte {
	enc, err := vitrineToken.abi.Pack("renounceRole", role, callerConfirmation)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRenounceRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x36568abe.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function renounceRole(bytes32 role, address callerConfirmation) returns()
func (vitrineToken *VitrineToken) TryPackRenounceRole(role [32]byte, callerConfirmation common.Address) ([]byte, error) {
	return vitrineToken.abi.Pack("renounceRole", role, callerConfirmation)
}

// PackRevokeRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd547741f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function revokeRole(bytes32 role, address account) returns()
func (vitrineToken *VitrineToken) PackRevokeRole(role [32]byte, account common.Address) []byte {
	enc, err := vitrineToken.abi.Pack("revokeRole", role, account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRevokeRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd547741f.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function revokeRole(bytes32 role, address account) returns()
func (vitrineToken *VitrineToken) TryPackRevokeRole(role [32]byte, account common.Address) ([]byte, error) {
	return vitrineToken.abi.Pack("revokeRole", role, account)
}

// PackRoyaltyInfo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2a55205a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function royaltyInfo(uint256 tokenId, uint256 salePrice) view returns(address receiver, uint256 amount)
func (vitrineToken *VitrineToken) PackRoyaltyInfo(tokenId *big.Int, salePrice *big.Int) []byte {
	enc, err := vitrineToken.abi.Pack("royaltyInfo", tokenId, salePrice)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRoyaltyInfo is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2a55205a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function royaltyInfo(uint256 tokenId, uint256 salePrice) view returns(address receiver, uint256 amount)
func (vitrineToken *VitrineToken) TryPackRoyaltyInfo(tokenId *big.Int, salePrice *big.Int) ([]byte, error) {
	return vitrineToken.abi.Pack("royaltyInfo", tokenId, salePrice)
}

// RoyaltyInfoOutput serves as a container for the return parameters of contract
// method RoyaltyInfo.
type RoyaltyInfoOutput struct {
	Receiver common.Address
	Amount   *big.Int
}

// UnpackRoyaltyInfo is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x2a55205a.
//
// Solidity: function royaltyInfo(uint256 tokenId, uint256 salePrice) view returns(address receiver, uint256 amount)
func (vitrineToken *VitrineToken) UnpackRoyaltyInfo(data []byte) (RoyaltyInfoOutput, error) {
	out, err := vitrineToken.abi.Unpack("royaltyInfo", data)
	outstruct := new(RoyaltyInfoOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Receiver = *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	outstruct.Amount = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackSafeTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42842e0e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 tokenId) returns()
func (vitrineToken *VitrineToken) PackSafeTransferFrom(from common.Address, to common.Address, tokenId *big.Int) []byte {
	enc, err := vitrineToken.abi.Pack("safeTransferFrom", from, to, tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSafeTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x42842e0e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 tokenId) returns()
func (vitrineToken *VitrineToken) TryPackSafeTransferFrom(from common.Address, to common.Address, tokenId *big.Int) ([]byte, error) {
	return vitrineToken.abi.Pack("safeTransferFrom", from, to, tokenId)
}

// PackSafeTransferFrom0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb88d4fde.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 tokenId, bytes data) returns()
func (vitrineToken *VitrineToken) PackSafeTransferFrom0(from common.Address, to common.Address, tokenId *big.Int, data []byte) []byte {
	enc, err := vitrineToken.abi.Pack("safeTransferFrom0", from, to, tokenId, data)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSafeTransferFrom0 is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb88d4fde.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function safeTransferFrom(address from, address to, uint256 tokenId, bytes data) returns()
func (vitrineToken *VitrineToken) TryPackSafeTransferFrom0(from common.Address, to common.Address, tokenId *big.Int, data []byte) ([]byte, error) {
	return vitrineToken.abi.Pack("safeTransferFrom0", from, to, tokenId, data)
}

// PackSetApprovalForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa22cb465.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setApprovalForAll(address operator, bool approved) returns()
func (vitrineToken *VitrineToken) PackSetApprovalForAll(operator common.Address, approved bool) []byte {
	enc, err := vitrineToken.abi.Pack("setApprovalForAll", operator, approved)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetApprovalForAll is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa22cb465.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setApprovalForAll(address operator, bool approved) returns()
func (vitrineToken *VitrineToken) TryPackSetApprovalForAll(operator common.Address, approved bool) ([]byte, error) {
	return vitrineToken.abi.Pack("setApprovalForAll", operator, approved)
}

// PackSetBaseURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x55f804b3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setBaseURI(string baseURI_) returns()
func (vitrineToken *VitrineToken) PackSetBaseURI(baseURI string) []byte {
	enc, err := vitrineToken.abi.Pack("setBaseURI", baseURI)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetBaseURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x55f804b3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setBaseURI(string baseURI_) returns()
func (vitrineToken *VitrineToken) TryPackSetBaseURI(baseURI string) ([]byte, error) {
	return vitrineToken.abi.Pack("setBaseURI", baseURI)
}

// PackSetContractURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x938e3d7b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setContractURI(string contractURI_) returns()
func (vitrineToken *VitrineToken) PackSetContractURI(contractURI string) []byte {
	enc, err := vitrineToken.abi.Pack("setContractURI", contractURI)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetContractURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x938e3d7b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setContractURI(string contractURI_) returns()
func (vitrineToken *VitrineToken) TryPackSetContractURI(contractURI string) ([]byte, error) {
	return vitrineToken.abi.Pack("setContractURI", contractURI)
}

// PackSetDefaultRoyalty is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x04634d8d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setDefaultRoyalty(address receiver, uint96 basisPoints) returns()
func (vitrineToken *VitrineToken) PackSetDefaultRoyalty(receiver common.Address, basisPoints *big.Int) []byte {
	enc, err := vitrineToken.abi.Pack("setDefaultRoyalty", receiver, basisPoints)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetDefaultRoyalty is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x04634d8d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setDefaultRoyalty(address receiver, uint96 basisPoints) returns()
func (vitrineToken *VitrineToken) TryPackSetDefaultRoyalty(receiver common.Address, basisPoints *big.Int) ([]byte, error) {
	return vitrineToken.abi.Pack("setDefaultRoyalty", receiver, basisPoints)
}

// PackSetTokenRoyalty is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5944c753.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setTokenRoyalty(uint256 tokenId, address receiver, uint96 basisPoints) returns()
func (vitrineToken *VitrineToken) PackSetTokenRoyalty(tokenId *big.Int, receiver common.Address, basisPoints *big.Int) []byte {
	enc, err := vitrineToken.abi.Pack("setTokenRoyalty", tokenId, receiver, basisPoints)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetTokenRoyalty is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5944c753.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setTokenRoyalty(uint256 tokenId, address receiver, uint96 basisPoints) returns()
func (vitrineToken *VitrineToken) TryPackSetTokenRoyalty(tokenId *big.Int, receiver common.Address, basisPoints *big.Int) ([]byte, error) {
	return vitrineToken.abi.Pack("setTokenRoyalty", tokenId, receiver, basisPoints)
}

// PackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (vitrineToken *VitrineToken) PackSupportsInterface(interfaceId [4]byte) []byte {
	enc, err := vitrineToken.abi.Pack("supportsInterface", interfaceId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (vitrineToken *VitrineToken) TryPackSupportsInterface(interfaceId [4]byte) ([]byte, error) {
	return vitrineToken.abi.Pack("supportsInterface", interfaceId)
}

// UnpackSupportsInterface is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01ffc9a7.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (vitrineToken *VitrineToken) UnpackSupportsInterface(data []byte) (bool, error) {
	out, err := vitrineToken.abi.Unpack("supportsInterface", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function symbol() view returns(string)
func (vitrineToken *VitrineToken) PackSymbol() []byte {
	enc, err := vitrineToken.abi.Pack("symbol")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSymbol is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x95d89b41.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function symbol() view returns(string)
func (vitrineToken *VitrineToken) TryPackSymbol() ([]byte, error) {
	return vitrineToken.abi.Pack("symbol")
}

// UnpackSymbol is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x95d89b41.
//
// Solidity: function symbol() view returns(string)
func (vitrineToken *VitrineToken) UnpackSymbol(data []byte) (string, error) {
	out, err := vitrineToken.abi.Unpack("symbol", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTokenHash is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa3864397.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tokenHash(uint256 tokenId) pure returns(bytes32)
func (vitrineToken *VitrineToken) PackTokenHash(tokenId *big.Int) []byte {
	enc, err := vitrineToken.abi.Pack("tokenHash", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTokenHash is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa3864397.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tokenHash(uint256 tokenId) pure returns(bytes32)
func (vitrineToken *VitrineToken) TryPackTokenHash(tokenId *big.Int) ([]byte, error) {
	return vitrineToken.abi.Pack("tokenHash", tokenId)
}

// UnpackTokenHash is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa3864397.
//
// Solidity: function tokenHash(uint256 tokenId) pure returns(bytes32)
func (vitrineToken *VitrineToken) UnpackTokenHash(data []byte) ([32]byte, error) {
	out, err := vitrineToken.abi.Unpack("tokenHash", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackTokenURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc87b56dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function tokenURI(uint256 tokenId) view returns(string)
func (vitrineToken *VitrineToken) PackTokenURI(tokenId *big.Int) []byte {
	enc, err := vitrineToken.abi.Pack("tokenURI", tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTokenURI is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc87b56dd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function tokenURI(uint256 tokenId) view returns(string)
func (vitrineToken *VitrineToken) TryPackTokenURI(tokenId *big.Int) ([]byte, error) {
	return vitrineToken.abi.Pack("tokenURI", tokenId)
}

// UnpackTokenURI is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xc87b56dd.
//
// Solidity: function tokenURI(uint256 tokenId) view returns(string)
func (vitrineToken *VitrineToken) UnpackTokenURI(data []byte) (string, error) {
	out, err := vitrineToken.abi.Unpack("tokenURI", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferFrom(address from, address to, uint256 tokenId) returns()
func (vitrineToken *VitrineToken) PackTransferFrom(from common.Address, to common.Address, tokenId *big.Int) []byte {
	enc, err := vitrineToken.abi.Pack("transferFrom", from, to, tokenId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTransferFrom is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x23b872dd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transferFrom(address from, address to, uint256 tokenId) returns()
func (vitrineToken *VitrineToken) TryPackTransferFrom(from common.Address, to common.Address, tokenId *big.Int) ([]byte, error) {
	return vitrineToken.abi.Pack("transferFrom", from, to, tokenId)
}

// VitrineTokenApproval represents a Approval event raised by the VitrineToken contract.
type VitrineTokenApproval struct {
	Owner    common.Address
	Approved common.Address
	TokenId  *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const VitrineTokenApprovalEventName = "Approval"

// ContractEventName returns the user-defined event name.
func (VitrineTokenApproval) ContractEventName() string {
	return VitrineTokenApprovalEventName
}

// UnpackApprovalEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)
func (vitrineToken *VitrineToken) UnpackApprovalEvent(log *types.Log) (*VitrineTokenApproval, error) {
	event := "Approval"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineTokenApproval)
	if len(log.Data) > 0 {
		if err := vitrineToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrineToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// VitrineTokenApprovalForAll represents a ApprovalForAll event raised by the VitrineToken contract.
type VitrineTokenApprovalForAll struct {
	Owner    common.Address
	Operator common.Address
	Approved bool
	Raw      *types.Log // Blockchain specific contextual infos
}

const VitrineTokenApprovalForAllEventName = "ApprovalForAll"

// ContractEventName returns the user-defined event name.
func (VitrineTokenApprovalForAll) ContractEventName() string {
	return VitrineTokenApprovalForAllEventName
}

// UnpackApprovalForAllEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ApprovalForAll(address indexed owner, address indexed operator, bool approved)
func (vitrineToken *VitrineToken) UnpackApprovalForAllEvent(log *types.Log) (*VitrineTokenApprovalForAll, error) {
	event := "ApprovalForAll"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineTokenApprovalForAll)
	if len(log.Data) > 0 {
		if err := vitrineToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrineToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// VitrineTokenBatchMetadataUpdate represents a BatchMetadataUpdate event raised by the VitrineToken contract.
type VitrineTokenBatchMetadataUpdate struct {
	FromTokenId *big.Int
	ToTokenId   *big.Int
	Raw         *types.Log // Blockchain specific contextual infos
}

const VitrineTokenBatchMetadataUpdateEventName = "BatchMetadataUpdate"

// ContractEventName returns the user-defined event name.
func (VitrineTokenBatchMetadataUpdate) ContractEventName() string {
	return VitrineTokenBatchMetadataUpdateEventName
}

// UnpackBatchMetadataUpdateEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event BatchMetadataUpdate(uint256 _fromTokenId, uint256 _toTokenId)
func (vitrineToken *VitrineToken) UnpackBatchMetadataUpdateEvent(log *types.Log) (*VitrineTokenBatchMetadataUpdate, error) {
	event := "BatchMetadataUpdate"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineTokenBatchMetadataUpdate)
	if len(log.Data) > 0 {
		if err := vitrineToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrineToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// VitrineTokenContractURIUpdated represents a ContractURIUpdated event raised by the VitrineToken contract.
type VitrineTokenContractURIUpdated struct {
	Raw *types.Log // Blockchain specific contextual infos
}

const VitrineTokenContractURIUpdatedEventName = "ContractURIUpdated"

// ContractEventName returns the user-defined event name.
func (VitrineTokenContractURIUpdated) ContractEventName() string {
	return VitrineTokenContractURIUpdatedEventName
}

// UnpackContractURIUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event ContractURIUpdated()
func (vitrineToken *VitrineToken) UnpackContractURIUpdatedEvent(log *types.Log) (*VitrineTokenContractURIUpdated, error) {
	event := "ContractURIUpdated"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineTokenContractURIUpdated)
	if len(log.Data) > 0 {
		if err := vitrineToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrineToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// VitrineTokenMetadataUpdate represents a MetadataUpdate event raised by the VitrineToken contract.
type VitrineTokenMetadataUpdate struct {
	TokenId *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const VitrineTokenMetadataUpdateEventName = "MetadataUpdate"

// ContractEventName returns the user-defined event name.
func (VitrineTokenMetadataUpdate) ContractEventName() string {
	return VitrineTokenMetadataUpdateEventName
}

// UnpackMetadataUpdateEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event MetadataUpdate(uint256 _tokenId)
func (vitrineToken *VitrineToken) UnpackMetadataUpdateEvent(log *types.Log) (*VitrineTokenMetadataUpdate, error) {
	event := "MetadataUpdate"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineTokenMetadataUpdate)
	if len(log.Data) > 0 {
		if err := vitrineToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrineToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// VitrineTokenRoleAdminChanged represents a RoleAdminChanged event raised by the VitrineToken contract.
type VitrineTokenRoleAdminChanged struct {
	Role              [32]byte
	PreviousAdminRole [32]byte
	NewAdminRole      [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

const VitrineTokenRoleAdminChangedEventName = "RoleAdminChanged"

// ContractEventName returns the user-defined event name.
func (VitrineTokenRoleAdminChanged) ContractEventName() string {
	return VitrineTokenRoleAdminChangedEventName
}

// UnpackRoleAdminChangedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)
func (vitrineToken *VitrineToken) UnpackRoleAdminChangedEvent(log *types.Log) (*VitrineTokenRoleAdminChanged, error) {
	event := "RoleAdminChanged"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineTokenRoleAdminChanged)
	if len(log.Data) > 0 {
		if err := vitrineToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrineToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// VitrineTokenRoleGranted represents a RoleGranted event raised by the VitrineToken contract.
type VitrineTokenRoleGranted struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const VitrineTokenRoleGrantedEventName = "RoleGranted"

// ContractEventName returns the user-defined event name.
func (VitrineTokenRoleGranted) ContractEventName() string {
	return VitrineTokenRoleGrantedEventName
}

// UnpackRoleGrantedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)
func (vitrineToken *VitrineToken) UnpackRoleGrantedEvent(log *types.Log) (*VitrineTokenRoleGranted, error) {
	event := "RoleGranted"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineTokenRoleGranted)
	if len(log.Data) > 0 {
		if err := vitrineToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrineToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// VitrineTokenRoleRevoked represents a RoleRevoked event raised by the VitrineToken contract.
type VitrineTokenRoleRevoked struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const VitrineTokenRoleRevokedEventName = "RoleRevoked"

// ContractEventName returns the user-defined event name.
func (VitrineTokenRoleRevoked) ContractEventName() string {
	return VitrineTokenRoleRevokedEventName
}

// UnpackRoleRevokedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)
func (vitrineToken *VitrineToken) UnpackRoleRevokedEvent(log *types.Log) (*VitrineTokenRoleRevoked, error) {
	event := "RoleRevoked"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineTokenRoleRevoked)
	if len(log.Data) > 0 {
		if err := vitrineToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrineToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// VitrineTokenTransfer represents a Transfer event raised by the VitrineToken contract.
type VitrineTokenTransfer struct {
	From    common.Address
	To      common.Address
	TokenId *big.Int
	Raw     *types.Log // Blockchain specific contextual infos
}

const VitrineTokenTransferEventName = "Transfer"

// ContractEventName returns the user-defined event name.
func (VitrineTokenTransfer) ContractEventName() string {
	return VitrineTokenTransferEventName
}

// UnpackTransferEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)
func (vitrineToken *VitrineToken) UnpackTransferEvent(log *types.Log) (*VitrineTokenTransfer, error) {
	event := "Transfer"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineTokenTransfer)
	if len(log.Data) > 0 {
		if err := vitrineToken.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrineToken.abi.Events[event].Inputs {
		if arg.Indexed {
			indexed = append(indexed, arg)
		}
	}
	if err := abi.ParseTopics(out, indexed, log.Topics[1:]); err != nil {
		return nil, err
	}
	out.Raw = log
	return out, nil
}

// UnpackError attempts to decode the provided error data using user-defined
// error definitions.
func (vitrineToken *VitrineToken) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["AccessControlBadConfirmation"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackAccessControlBadConfirmationError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["AccessControlUnauthorizedAccount"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackAccessControlUnauthorizedAccountError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["AlreadyMinted"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackAlreadyMintedError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["ERC2981InvalidDefaultRoyalty"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackERC2981InvalidDefaultRoyaltyError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["ERC2981InvalidDefaultRoyaltyReceiver"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackERC2981InvalidDefaultRoyaltyReceiverError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["ERC2981InvalidTokenRoyalty"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackERC2981InvalidTokenRoyaltyError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["ERC2981InvalidTokenRoyaltyReceiver"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackERC2981InvalidTokenRoyaltyReceiverError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["ERC721IncorrectOwner"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackERC721IncorrectOwnerError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["ERC721InsufficientApproval"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackERC721InsufficientApprovalError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["ERC721InvalidApprover"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackERC721InvalidApproverError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["ERC721InvalidOperator"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackERC721InvalidOperatorError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["ERC721InvalidOwner"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackERC721InvalidOwnerError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["ERC721InvalidReceiver"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackERC721InvalidReceiverError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["ERC721InvalidSender"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackERC721InvalidSenderError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["ERC721NonexistentToken"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackERC721NonexistentTokenError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["InvalidTokenId"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackInvalidTokenIdError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// VitrineTokenAccessControlBadConfirmation represents a AccessControlBadConfirmation error raised by the VitrineToken contract.
type VitrineTokenAccessControlBadConfirmation struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlBadConfirmation()
func VitrineTokenAccessControlBadConfirmationErrorID() common.Hash {
	return common.HexToHash("0x6697b23232a647058342c0724fe7c415cab25915b54e5dbc03f233173d37b41c")
}

// UnpackAccessControlBadConfirmationError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlBadConfirmation()
func (vitrineToken *VitrineToken) UnpackAccessControlBadConfirmationError(raw []byte) (*VitrineTokenAccessControlBadConfirmation, error) {
	out := new(VitrineTokenAccessControlBadConfirmation)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "AccessControlBadConfirmation", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenAccessControlUnauthorizedAccount represents a AccessControlUnauthorizedAccount error raised by the VitrineToken contract.
type VitrineTokenAccessControlUnauthorizedAccount struct {
	Account    common.Address
	NeededRole [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func VitrineTokenAccessControlUnauthorizedAccountErrorID() common.Hash {
	return common.HexToHash("0xe2517d3fbfae6f8515ef5ff1ccedc3933ab0cbbda0b492c06eb54ad10ef03b3e")
}

// UnpackAccessControlUnauthorizedAccountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func (vitrineToken *VitrineToken) UnpackAccessControlUnauthorizedAccountError(raw []byte) (*VitrineTokenAccessControlUnauthorizedAccount, error) {
	out := new(VitrineTokenAccessControlUnauthorizedAccount)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "AccessControlUnauthorizedAccount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenAlreadyMinted represents a AlreadyMinted error raised by the VitrineToken contract.
type VitrineTokenAlreadyMinted struct {
	TokenId *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AlreadyMinted(uint256 tokenId)
func VitrineTokenAlreadyMintedErrorID() common.Hash {
	return common.HexToHash("0xa593dbf81d5995447668c0b7480dccd1e705a509bfa85d2e5a5bdc84be9f462e")
}

// UnpackAlreadyMintedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AlreadyMinted(uint256 tokenId)
func (vitrineToken *VitrineToken) UnpackAlreadyMintedError(raw []byte) (*VitrineTokenAlreadyMinted, error) {
	out := new(VitrineTokenAlreadyMinted)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "AlreadyMinted", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenERC2981InvalidDefaultRoyalty represents a ERC2981InvalidDefaultRoyalty error raised by the VitrineToken contract.
type VitrineTokenERC2981InvalidDefaultRoyalty struct {
	Numerator   *big.Int
	Denominator *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC2981InvalidDefaultRoyalty(uint256 numerator, uint256 denominator)
func VitrineTokenERC2981InvalidDefaultRoyaltyErrorID() common.Hash {
	return common.HexToHash("0x6f483d09b3a1c4c035367ae09146a8a08a718cb6617416cc12a2457ab3d65514")
}

// UnpackERC2981InvalidDefaultRoyaltyError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC2981InvalidDefaultRoyalty(uint256 numerator, uint256 denominator)
func (vitrineToken *VitrineToken) UnpackERC2981InvalidDefaultRoyaltyError(raw []byte) (*VitrineTokenERC2981InvalidDefaultRoyalty, error) {
	out := new(VitrineTokenERC2981InvalidDefaultRoyalty)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "ERC2981InvalidDefaultRoyalty", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenERC2981InvalidDefaultRoyaltyReceiver represents a ERC2981InvalidDefaultRoyaltyReceiver error raised by the VitrineToken contract.
type VitrineTokenERC2981InvalidDefaultRoyaltyReceiver struct {
	Receiver common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC2981InvalidDefaultRoyaltyReceiver(address receiver)
func VitrineTokenERC2981InvalidDefaultRoyaltyReceiverErrorID() common.Hash {
	return common.HexToHash("0xb6d9900a710828c2d05fe8061d6309d02a20eaa45cd00228c2c2dfbfa2b86fc3")
}

// UnpackERC2981InvalidDefaultRoyaltyReceiverError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC2981InvalidDefaultRoyaltyReceiver(address receiver)
func (vitrineToken *VitrineToken) UnpackERC2981InvalidDefaultRoyaltyReceiverError(raw []byte) (*VitrineTokenERC2981InvalidDefaultRoyaltyReceiver, error) {
	out := new(VitrineTokenERC2981InvalidDefaultRoyaltyReceiver)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "ERC2981InvalidDefaultRoyaltyReceiver", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenERC2981InvalidTokenRoyalty represents a ERC2981InvalidTokenRoyalty error raised by the VitrineToken contract.
type VitrineTokenERC2981InvalidTokenRoyalty struct {
	TokenId     *big.Int
	Numerator   *big.Int
	Denominator *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC2981InvalidTokenRoyalty(uint256 tokenId, uint256 numerator, uint256 denominator)
func VitrineTokenERC2981InvalidTokenRoyaltyErrorID() common.Hash {
	return common.HexToHash("0xdfd1fc1b5658265f0993b87b75dd02b2fdcb36b128879bccdcf260effa0856bf")
}

// UnpackERC2981InvalidTokenRoyaltyError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC2981InvalidTokenRoyalty(uint256 tokenId, uint256 numerator, uint256 denominator)
func (vitrineToken *VitrineToken) UnpackERC2981InvalidTokenRoyaltyError(raw []byte) (*VitrineTokenERC2981InvalidTokenRoyalty, error) {
	out := new(VitrineTokenERC2981InvalidTokenRoyalty)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "ERC2981InvalidTokenRoyalty", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenERC2981InvalidTokenRoyaltyReceiver represents a ERC2981InvalidTokenRoyaltyReceiver error raised by the VitrineToken contract.
type VitrineTokenERC2981InvalidTokenRoyaltyReceiver struct {
	TokenId  *big.Int
	Receiver common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC2981InvalidTokenRoyaltyReceiver(uint256 tokenId, address receiver)
func VitrineTokenERC2981InvalidTokenRoyaltyReceiverErrorID() common.Hash {
	return common.HexToHash("0x969f0852135afead3ca9a1ff1e4fe485d35593f81a91d5dbe3a5737302cdbda8")
}

// UnpackERC2981InvalidTokenRoyaltyReceiverError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC2981InvalidTokenRoyaltyReceiver(uint256 tokenId, address receiver)
func (vitrineToken *VitrineToken) UnpackERC2981InvalidTokenRoyaltyReceiverError(raw []byte) (*VitrineTokenERC2981InvalidTokenRoyaltyReceiver, error) {
	out := new(VitrineTokenERC2981InvalidTokenRoyaltyReceiver)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "ERC2981InvalidTokenRoyaltyReceiver", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenERC721IncorrectOwner represents a ERC721IncorrectOwner error raised by the VitrineToken contract.
type VitrineTokenERC721IncorrectOwner struct {
	Sender  common.Address
	TokenId *big.Int
	Owner   common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)
func VitrineTokenERC721IncorrectOwnerErrorID() common.Hash {
	return common.HexToHash("0x64283d7b313c8117c125f736876fa2b4e90ea3831a4716dfdb87d2f540e26289")
}

// UnpackERC721IncorrectOwnerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)
func (vitrineToken *VitrineToken) UnpackERC721IncorrectOwnerError(raw []byte) (*VitrineTokenERC721IncorrectOwner, error) {
	out := new(VitrineTokenERC721IncorrectOwner)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "ERC721IncorrectOwner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenERC721InsufficientApproval represents a ERC721InsufficientApproval error raised by the VitrineToken contract.
type VitrineTokenERC721InsufficientApproval struct {
	Operator common.Address
	TokenId  *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InsufficientApproval(address operator, uint256 tokenId)
func VitrineTokenERC721InsufficientApprovalErrorID() common.Hash {
	return common.HexToHash("0x177e802f6f313bc89797ecace66d6d29ab4719cbaaacbb87367264048b1eb861")
}

// UnpackERC721InsufficientApprovalError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InsufficientApproval(address operator, uint256 tokenId)
func (vitrineToken *VitrineToken) UnpackERC721InsufficientApprovalError(raw []byte) (*VitrineTokenERC721InsufficientApproval, error) {
	out := new(VitrineTokenERC721InsufficientApproval)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "ERC721InsufficientApproval", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenERC721InvalidApprover represents a ERC721InvalidApprover error raised by the VitrineToken contract.
type VitrineTokenERC721InvalidApprover struct {
	Approver common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidApprover(address approver)
func VitrineTokenERC721InvalidApproverErrorID() common.Hash {
	return common.HexToHash("0xa9fbf51f86b8e03595d59dc726bb10c329bb24f62589be276d8dd193ca0b69ea")
}

// UnpackERC721InvalidApproverError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidApprover(address approver)
func (vitrineToken *VitrineToken) UnpackERC721InvalidApproverError(raw []byte) (*VitrineTokenERC721InvalidApprover, error) {
	out := new(VitrineTokenERC721InvalidApprover)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "ERC721InvalidApprover", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenERC721InvalidOperator represents a ERC721InvalidOperator error raised by the VitrineToken contract.
type VitrineTokenERC721InvalidOperator struct {
	Operator common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidOperator(address operator)
func VitrineTokenERC721InvalidOperatorErrorID() common.Hash {
	return common.HexToHash("0x5b08ba185e8f577075361f3a3555a6580a227ce22734dcc979c1aeadf894658b")
}

// UnpackERC721InvalidOperatorError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidOperator(address operator)
func (vitrineToken *VitrineToken) UnpackERC721InvalidOperatorError(raw []byte) (*VitrineTokenERC721InvalidOperator, error) {
	out := new(VitrineTokenERC721InvalidOperator)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "ERC721InvalidOperator", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenERC721InvalidOwner represents a ERC721InvalidOwner error raised by the VitrineToken contract.
type VitrineTokenERC721InvalidOwner struct {
	Owner common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidOwner(address owner)
func VitrineTokenERC721InvalidOwnerErrorID() common.Hash {
	return common.HexToHash("0x89c62b6479af2e623826dcc39c5133061d35b66d72de92833401dd2fd6567480")
}

// UnpackERC721InvalidOwnerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidOwner(address owner)
func (vitrineToken *VitrineToken) UnpackERC721InvalidOwnerError(raw []byte) (*VitrineTokenERC721InvalidOwner, error) {
	out := new(VitrineTokenERC721InvalidOwner)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "ERC721InvalidOwner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenERC721InvalidReceiver represents a ERC721InvalidReceiver error raised by the VitrineToken contract.
type VitrineTokenERC721InvalidReceiver struct {
	Receiver common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidReceiver(address receiver)
func VitrineTokenERC721InvalidReceiverErrorID() common.Hash {
	return common.HexToHash("0x64a0ae9278f805eaf991dcd18ca78756d280b7508b764ef1b255c55845c11df9")
}

// UnpackERC721InvalidReceiverError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidReceiver(address receiver)
func (vitrineToken *VitrineToken) UnpackERC721InvalidReceiverError(raw []byte) (*VitrineTokenERC721InvalidReceiver, error) {
	out := new(VitrineTokenERC721InvalidReceiver)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "ERC721InvalidReceiver", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenERC721InvalidSender represents a ERC721InvalidSender error raised by the VitrineToken contract.
type VitrineTokenERC721InvalidSender struct {
	Sender common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721InvalidSender(address sender)
func VitrineTokenERC721InvalidSenderErrorID() common.Hash {
	return common.HexToHash("0x73c6ac6e10798e95d99e1f130d923eb40193ecb8d094ec3dce93292564eb3b17")
}

// UnpackERC721InvalidSenderError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721InvalidSender(address sender)
func (vitrineToken *VitrineToken) UnpackERC721InvalidSenderError(raw []byte) (*VitrineTokenERC721InvalidSender, error) {
	out := new(VitrineTokenERC721InvalidSender)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "ERC721InvalidSender", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenERC721NonexistentToken represents a ERC721NonexistentToken error raised by the VitrineToken contract.
type VitrineTokenERC721NonexistentToken struct {
	TokenId *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ERC721NonexistentToken(uint256 tokenId)
func VitrineTokenERC721NonexistentTokenErrorID() common.Hash {
	return common.HexToHash("0x7e273289a3a9ef6670f06df7dca227856fc925e956db96980692764a8bc734d7")
}

// UnpackERC721NonexistentTokenError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ERC721NonexistentToken(uint256 tokenId)
func (vitrineToken *VitrineToken) UnpackERC721NonexistentTokenError(raw []byte) (*VitrineTokenERC721NonexistentToken, error) {
	out := new(VitrineTokenERC721NonexistentToken)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "ERC721NonexistentToken", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenInvalidTokenId represents a InvalidTokenId error raised by the VitrineToken contract.
type VitrineTokenInvalidTokenId struct {
	TokenId *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidTokenId(uint256 tokenId)
func VitrineTokenInvalidTokenIdErrorID() common.Hash {
	return common.HexToHash("0xed15e6cf46a3fb42707d66be20883bf432411022cf2609950de1a6d5f8c0c28d")
}

// UnpackInvalidTokenIdError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidTokenId(uint256 tokenId)
func (vitrineToken *VitrineToken) UnpackInvalidTokenIdError(raw []byte) (*VitrineTokenInvalidTokenId, error) {
	out := new(VitrineTokenInvalidTokenId)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "InvalidTokenId", raw); err != nil {
		return nil, err
	}
	return out, nil
}

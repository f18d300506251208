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
	ABI: "[{\"inputs\":[{\"internalType\":\"string\",\"name\":\"name_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"symbol_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"baseURI_\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"contractURI_\",\"type\":\"string\"},{\"internalType\":\"address\",\"name\":\"admin\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"minter\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[],\"name\":\"AccessControlBadConfirmation\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint48\",\"name\":\"schedule\",\"type\":\"uint48\"}],\"name\":\"AccessControlEnforcedDefaultAdminDelay\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"AccessControlEnforcedDefaultAdminRules\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"defaultAdmin\",\"type\":\"address\"}],\"name\":\"AccessControlInvalidDefaultAdmin\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"neededRole\",\"type\":\"bytes32\"}],\"name\":\"AccessControlUnauthorizedAccount\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"AlreadyMinted\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"numerator\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"denominator\",\"type\":\"uint256\"}],\"name\":\"ERC2981InvalidDefaultRoyalty\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"name\":\"ERC2981InvalidDefaultRoyaltyReceiver\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"numerator\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"denominator\",\"type\":\"uint256\"}],\"name\":\"ERC2981InvalidTokenRoyalty\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"name\":\"ERC2981InvalidTokenRoyaltyReceiver\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"ERC721IncorrectOwner\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"ERC721InsufficientApproval\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"approver\",\"type\":\"address\"}],\"name\":\"ERC721InvalidApprover\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"}],\"name\":\"ERC721InvalidOperator\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"ERC721InvalidOwner\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"}],\"name\":\"ERC721InvalidReceiver\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"}],\"name\":\"ERC721InvalidSender\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"ERC721NonexistentToken\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"InvalidTokenId\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint8\",\"name\":\"bits\",\"type\":\"uint8\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"SafeCastOverflowedUintDowncast\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"approved\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"Approval\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"bool\",\"name\":\"approved\",\"type\":\"bool\"}],\"name\":\"ApprovalForAll\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"_fromTokenId\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"_toTokenId\",\"type\":\"uint256\"}],\"name\":\"BatchMetadataUpdate\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[],\"name\":\"ContractURIUpdated\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[],\"name\":\"DefaultAdminDelayChangeCanceled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"uint48\",\"name\":\"newDelay\",\"type\":\"uint48\"},{\"indexed\":false,\"internalType\":\"uint48\",\"name\":\"effectSchedule\",\"type\":\"uint48\"}],\"name\":\"DefaultAdminDelayChangeScheduled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[],\"name\":\"DefaultAdminTransferCanceled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"newAdmin\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint48\",\"name\":\"acceptSchedule\",\"type\":\"uint48\"}],\"name\":\"DefaultAdminTransferScheduled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"_tokenId\",\"type\":\"uint256\"}],\"name\":\"MetadataUpdate\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"previousAdminRole\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"newAdminRole\",\"type\":\"bytes32\"}],\"name\":\"RoleAdminChanged\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"}],\"name\":\"RoleGranted\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"}],\"name\":\"RoleRevoked\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"Transfer\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"DEFAULT_ADMIN_ROLE\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"EDITIONS_PER_ARTWORK\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"MINTER_ROLE\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"ROYALTY_ROLE\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"acceptDefaultAdminTransfer\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"approve\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"baseURI\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"newAdmin\",\"type\":\"address\"}],\"name\":\"beginDefaultAdminTransfer\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"cancelDefaultAdminTransfer\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint48\",\"name\":\"newDelay\",\"type\":\"uint48\"}],\"name\":\"changeDefaultAdminDelay\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"contractURI\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"defaultAdmin\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"defaultAdminDelay\",\"outputs\":[{\"internalType\":\"uint48\",\"name\":\"\",\"type\":\"uint48\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"defaultAdminDelayIncreaseWait\",\"outputs\":[{\"internalType\":\"uint48\",\"name\":\"\",\"type\":\"uint48\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"exists\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"getApproved\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"}],\"name\":\"getRoleAdmin\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"grantRole\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"hasRole\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"}],\"name\":\"isApprovedForAll\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"mint\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"name\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"owner\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"ownerOf\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"pendingDefaultAdmin\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"newAdmin\",\"type\":\"address\"},{\"internalType\":\"uint48\",\"name\":\"schedule\",\"type\":\"uint48\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"pendingDefaultAdminDelay\",\"outputs\":[{\"internalType\":\"uint48\",\"name\":\"newDelay\",\"type\":\"uint48\"},{\"internalType\":\"uint48\",\"name\":\"schedule\",\"type\":\"uint48\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"renounceRole\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"revokeRole\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"rollbackDefaultAdminDelay\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"salePrice\",\"type\":\"uint256\"}],\"name\":\"royaltyInfo\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"safeTransferFrom\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"bytes\",\"name\":\"data\",\"type\":\"bytes\"}],\"name\":\"safeTransferFrom\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"operator\",\"type\":\"address\"},{\"internalType\":\"bool\",\"name\":\"approved\",\"type\":\"bool\"}],\"name\":\"setApprovalForAll\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"string\",\"name\":\"baseURI_\",\"type\":\"string\"}],\"name\":\"setBaseURI\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"string\",\"name\":\"contractURI_\",\"type\":\"string\"}],\"name\":\"setContractURI\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"uint96\",\"name\":\"basisPoints\",\"type\":\"uint96\"}],\"name\":\"setDefaultRoyalty\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"receiver\",\"type\":\"address\"},{\"internalType\":\"uint96\",\"name\":\"basisPoints\",\"type\":\"uint96\"}],\"name\":\"setTokenRoyalty\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes4\",\"name\":\"interfaceId\",\"type\":\"bytes4\"}],\"name\":\"supportsInterface\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"symbol\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"tokenHash\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"pure\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"tokenURI\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"from\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"tokenId\",\"type\":\"uint256\"}],\"name\":\"transferFrom\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "VitrineToken",
	Bin: "0x608060405234801561000f575f5ffd5b506040516128d33803806128d383398101604081905261002e916102f8565b620151808287875f6100408382610461565b50600161004d8282610461565b5050506001600160a01b03811661007d57604051636116401160e11b81525f600482015260240160405180910390fd5b600980546001600160d01b0316600160d01b65ffffffffffff8516021790556100a65f82610126565b50600b91506100b790508582610461565b50600c6100c48482610461565b506100ef7feb54e1feee3ae17add098cbf58a47457bf5f7c3a89ceab263cbdb01b3da6d98e83610126565b5061011a7f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a682610126565b5050505050505061051f565b5f82610182575f61013f600a546001600160a01b031690565b6001600160a01b03161461016657604051631fe1e13d60e11b815260040160405180910390fd5b600a80546001600160a01b0319166001600160a01b0384161790555b61018c8383610195565b90505b92915050565b5f8281526008602090815260408083206001600160a01b038516845290915281205460ff16610239575f8381526008602090815260408083206001600160a01b03861684529091529020805460ff191660011790556101f13390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a450600161018f565b505f61018f565b634e487b7160e01b5f52604160045260245ffd5b5f82601f830112610263575f5ffd5b81516001600160401b0381111561027c5761027c610240565b604051601f8201601f19908116603f011681016001600160401b03811182821017156102aa576102aa610240565b6040528181528382016020018510156102c1575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b80516001600160a01b03811681146102f3575f5ffd5b919050565b5f5f5f5f5f5f60c0878903121561030d575f5ffd5b86516001600160401b03811115610322575f5ffd5b61032e89828a01610254565b602089015190975090506001600160401b0381111561034b575f5ffd5b61035789828a01610254565b604089015190965090506001600160401b03811115610374575f5ffd5b61038089828a01610254565b606089015190955090506001600160401b0381111561039d575f5ffd5b6103a989828a01610254565b9350506103b8608088016102dd565b91506103c660a088016102dd565b90509295509295509295565b600181811c908216806103e657607f821691505b60208210810361040457634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561045c578282111561045c57805f5260205f20601f840160051c602085101561043557505f5b90810190601f840160051c035f5b81811015610458575f83820155600101610443565b5050505b505050565b81516001600160401b0381111561047a5761047a610240565b61048e8161048884546103d2565b8461040a565b6020601f8211600181146104c0575f83156104a95750848201515b5f19600385901b1c1916600184901b178455610518565b5f84815260208120601f198516915b828110156104ef57878501518255602094850194600190920191016104cf565b508482101561050c57868401515f19600387901b60f8161c191681555b505060018360011b0184555b5050505050565b6123a78061052c5f395ff3fe608060405234801561000f575f5ffd5b5060043610610260575f3560e01c806370a082311161014b578063b88d4fde116100bf578063cf6eefb711610084578063cf6eefb71461057f578063d5391393146105ad578063d547741f146105d4578063d602b9fd146105e7578063e8a3d485146105ef578063e985e9c5146105f7575f5ffd5b8063b88d4fde14610522578063c87b56dd14610535578063cb9fcffb14610548578063cc8463c81461056f578063cefc142914610577575f5ffd5b806395d89b411161011057806395d89b41146104bc578063a1eda53c146104c4578063a217fddf146104eb578063a22cb465146104f2578063a386439714610505578063b45b1f6f14610518575f5ffd5b806370a082311461046a57806384ef8ffc1461047d5780638da5cb5b1461048e57806391d1485414610496578063938e3d7b146104a9575f5ffd5b80632f2ff15d116101e257806355f804b3116101a757806355f804b3146104035780635944c75314610416578063634e93da146104295780636352211e1461043c578063649a5ec71461044f5780636c0360eb14610462575f5ffd5b80632f2ff15d1461038d57806336568abe146103a057806340c10f19146103b357806342842e0e146103c65780634f558e79146103d9575f5ffd5b8063095ea7b311610228578063095ea7b3146102fd5780630aa6220b1461031057806323b872dd14610318578063248a9ca31461032b5780632a55205a1461035b575f5ffd5b806301ffc9a714610264578063022d63fb1461028c57806304634d8d146102a857806306fdde03146102bd578063081812fc146102d2575b5f5ffd5b610277610272366004611d7e565b61060a565b60405190151581526020015b60405180910390f35b620697805b60405165ffffffffffff9091168152602001610283565b6102bb6102b6366004611dca565b610634565b005b6102c561066d565b6040516102839190611e29565b6102e56102e0366004611e3b565b6106fc565b6040516001600160a01b039091168152602001610283565b6102bb61030b366004611e52565b610723565b6102bb610732565b6102bb610326366004611e7a565b610747565b61034d610339366004611e3b565b5f9081526008602052604090206001015490565b604051908152602001610283565b61036e610369366004611eb4565b6107d5565b604080516001600160a01b039093168352602083019190915201610283565b6102bb61039b366004611ed4565b61084e565b6102bb6103ae366004611ed4565b610876565b6102bb6103c1366004611e52565b61091c565b6102bb6103d4366004611e7a565b6109d6565b6102776103e7366004611e3b565b5f908152600260205260409020546001600160a01b0316151590565b6102bb610411366004611ef5565b6109f0565b6102bb610424366004611f63565b610a46565b6102bb610437366004611f9c565b610a7b565b6102e561044a366004611e3b565b610a8e565b6102bb61045d366004611fb5565b610a98565b6102c5610aab565b61034d610478366004611f9c565b610aba565b600a546001600160a01b03166102e5565b6102e5610aff565b6102776104a4366004611ed4565b610b17565b6102bb6104b7366004611ef5565b610b41565b6102c5610b86565b6104cc610b95565b6040805165ffffffffffff938416815292909116602083015201610283565b61034d5f81565b6102bb610500366004611fda565b610be7565b61034d610513366004611e3b565b610bf2565b61034d620f424081565b6102bb610530366004612027565b610c23565b6102c5610543366004611e3b565b610c3b565b61034d7feb54e1feee3ae17add098cbf58a47457bf5f7c3a89ceab263cbdb01b3da6d98e81565b610291610ca0565b6102bb610cfe565b610587610d3d565b604080516001600160a01b03909316835265ffffffffffff909116602083015201610283565b61034d7f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a681565b6102bb6105e2366004611ed4565b610d5e565b6102bb610d86565b6102c5610d98565b610277610605366004612104565b610da7565b5f6001600160e01b03198216632483248360e11b148061062e575061062e82610dd4565b92915050565b7feb54e1feee3ae17add098cbf58a47457bf5f7c3a89ceab263cbdb01b3da6d98e61065e81610df8565b6106688383610e02565b505050565b60605f805461067b9061212c565b80601f01602080910402602001604051908101604052809291908181526020018280546106a79061212c565b80156106f25780601f106106c9576101008083540402835291602001916106f2565b820191905f5260205f20905b8154815290600101906020018083116106d557829003601f168201915b5050505050905090565b5f61070682610ea4565b505f828152600460205260409020546001600160a01b031661062e565b61072e828233610edc565b5050565b5f61073c81610df8565b610744610ee9565b50565b6001600160a01b03821661077557604051633250574960e11b81525f60048201526024015b60405180910390fd5b5f610781838333610ef5565b9050836001600160a01b0316816001600160a01b0316146107cf576040516364283d7b60e01b81526001600160a01b038086166004830152602482018490528216604482015260640161076c565b50505050565b5f82815260076020526040812080548291906001600160a01b03811690600160a01b90046001600160601b0316816108285750506006546001600160a01b03811690600160a01b90046001600160601b03165b5f61083f876001600160601b038416612710610fe7565b92989297509195505050505050565b8161086c57604051631fe1e13d60e11b815260040160405180910390fd5b61072e8282611097565b811580156108915750600a546001600160a01b038281169116145b15610912575f5f6108a0610d3d565b90925090506001600160a01b0382161515806108c2575065ffffffffffff8116155b806108d557504265ffffffffffff821610155b156108fd576040516319ca5ebb60e01b815265ffffffffffff8216600482015260240161076c565b50506009805465ffffffffffff60a01b191690555b61072e82826110bb565b7f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a661094681610df8565b620f4240821080610961575061095f620f424083612178565b155b806109735750677fffffffffffffff82115b156109945760405163ed15e6cf60e01b81526004810183905260240161076c565b5f828152600260205260409020546001600160a01b0316156109cc576040516314b27b7f60e31b81526004810183905260240161076c565b61066883836110ee565b61066883838360405180602001604052805f815250610c23565b5f6109fa81610df8565b600b610a078385836121e5565b50604080515f81525f1960208201527f6bd5c950a8d8df17f772f5af37cb3655737899cbf903264b9795592da439661c910160405180910390a1505050565b7feb54e1feee3ae17add098cbf58a47457bf5f7c3a89ceab263cbdb01b3da6d98e610a7081610df8565b6107cf848484611107565b5f610a8581610df8565b61072e826111c7565b5f61062e82610ea4565b5f610aa281610df8565b61072e82611239565b6060600b805461067b9061212c565b5f6001600160a01b038216610ae4576040516322718ad960e21b81525f600482015260240161076c565b506001600160a01b03165f9081526003602052604090205490565b5f610b12600a546001600160a01b031690565b905090565b5f9182526008602090815260408084206001600160a01b0393909316845291905290205460ff1690565b5f610b4b81610df8565b600c610b588385836121e5565b506040517fa5d4097edda6d87cb9329af83fb3712ef77eeb13738ffe43cc35a4ce305ad962905f90a1505050565b60606001805461067b9061212c565b600a545f90600160d01b900465ffffffffffff168015158015610bc057504265ffffffffffff821610155b610bcb575f5f610bdf565b600a54600160a01b900465ffffffffffff16815b915091509091565b61072e3383836112a8565b5f81604051602001610c0691815260200190565b604051602081830303815290604052805190602001209050919050565b610c2e848484610747565b6107cf338585858561136f565b6060610c4682610ea4565b505f610c50610aab565b90505f815111610c6e5760405180602001604052805f815250610c99565b80610c7884611497565b604051602001610c899291906122b6565b6040516020818303038152906040525b9392505050565b600a545f90600160d01b900465ffffffffffff168015158015610cca57504265ffffffffffff8216105b610ce557600954600160d01b900465ffffffffffff16610cf8565b600a54600160a01b900465ffffffffffff165b91505090565b5f610d07610d3d565b509050336001600160a01b03821614610d3557604051636116401160e11b815233600482015260240161076c565b610744611527565b6009546001600160a01b03811691600160a01b90910465ffffffffffff1690565b81610d7c57604051631fe1e13d60e11b815260040160405180910390fd5b61072e82826115bd565b5f610d9081610df8565b6107446115e1565b6060600c805461067b9061212c565b6001600160a01b039182165f90815260056020908152604080832093909416825291909152205460ff1690565b5f6001600160e01b031982166318a4c3c360e11b148061062e575061062e826115eb565b610744813361160f565b6127106001600160601b038216811015610e4157604051636f483d0960e01b81526001600160601b03831660048201526024810182905260440161076c565b6001600160a01b038316610e6a57604051635b6cc80560e11b81525f600482015260240161076c565b50604080518082019091526001600160a01b039092168083526001600160601b039091166020909201829052600160a01b90910217600655565b5f818152600260205260408120546001600160a01b03168061062e57604051637e27328960e01b81526004810184905260240161076c565b6106688383836001611648565b610ef35f5f61174c565b565b5f828152600260205260408120546001600160a01b0390811690831615610f2157610f2181848661180b565b6001600160a01b03811615610f5b57610f3c5f855f5f611648565b6001600160a01b0381165f90815260036020526040902080545f190190555b6001600160a01b03851615610f89576001600160a01b0385165f908152600360205260409020805460010190555b5f8481526002602052604080822080546001600160a01b0319166001600160a01b0389811691821790925591518793918516917fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef91a4949350505050565b5f5f5f610ff4868661186f565b91509150815f036110185783818161100e5761100e612164565b0492505050610c99565b81841161102f5761102f600385150260111861188b565b5f848688095f868103871696879004966002600389028118808a02820302808a02820302808a02820302808a02820302808a02820302808a02909103029181900381900460010185841190960395909502919093039390930492909217029150509392505050565b5f828152600860205260409020600101546110b181610df8565b6107cf838361189c565b6001600160a01b03811633146110e45760405163334bd91960e11b815260040160405180910390fd5b6106688282611902565b61072e828260405180602001604052805f81525061193e565b6127106001600160601b03821681101561114d5760405163dfd1fc1b60e01b8152600481018590526001600160601b03831660248201526044810182905260640161076c565b6001600160a01b03831661117d57604051634b4f842960e11b8152600481018590525f602482015260440161076c565b506040805180820182526001600160a01b0393841681526001600160601b0392831660208083019182525f968752600790529190942093519051909116600160a01b029116179055565b5f6111d0610ca0565b6111d942611955565b6111e391906122de565b90506111ef828261198b565b60405165ffffffffffff821681526001600160a01b038316907f3377dc44241e779dd06afab5b788a35ca5f3b778836e2990bdb26a2a4b2e5ed69060200160405180910390a25050565b5f61124382611a08565b61124c42611955565b61125691906122de565b9050611262828261174c565b6040805165ffffffffffff8085168252831660208201527ff1038c18cf84a56e432fdbfaf746924b7ea511dfe03a6506a0ceba4888788d9b910160405180910390a15050565b6001600160a01b0383166112d15760405163a9fbf51f60e01b81525f600482015260240161076c565b6001600160a01b03821661130357604051630b61174360e31b81526001600160a01b038316600482015260240161076c565b6001600160a01b038381165f81815260056020908152604080832094871680845294825291829020805460ff191686151590811790915591519182527f17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31910160405180910390a3505050565b6001600160a01b0383163b1561149057604051630a85bd0160e11b81526001600160a01b0384169063150b7a02906113b19088908890879087906004016122fc565b6020604051808303815f875af19250505080156113eb575060408051601f3d908101601f191682019092526113e891810190612338565b60015b611452573d808015611418576040519150601f19603f3d011682016040523d82523d5f602084013e61141d565b606091505b5080515f0361144a57604051633250574960e11b81526001600160a01b038516600482015260240161076c565b805160208201fd5b6001600160e01b03198116630a85bd0160e11b1461148e57604051633250574960e11b81526001600160a01b038516600482015260240161076c565b505b5050505050565b60605f6114a383611a4f565b60010190505f8167ffffffffffffffff8111156114c2576114c2612013565b6040519080825280601f01601f1916602001820160405280156114ec576020820181803683370190505b5090508181016020015b5f19016f181899199a1a9b1b9c1cb0b131b232b360811b600a86061a8153600a85049450846114f657509392505050565b5f5f611531610d3d565b915091506115468165ffffffffffff16151590565b158061155a57504265ffffffffffff821610155b15611582576040516319ca5ebb60e01b815265ffffffffffff8216600482015260240161076c565b61159d5f611598600a546001600160a01b031690565b611902565b506115a85f8361189c565b5050600980546001600160d01b031916905550565b5f828152600860205260409020600101546115d781610df8565b6107cf8383611902565b610ef35f5f61198b565b5f6001600160e01b03198216637965db0b60e01b148061062e575061062e82611b26565b6116198282610b17565b61072e5760405163e2517d3f60e01b81526001600160a01b03821660048201526024810183905260440161076c565b808061165c57506001600160a01b03821615155b1561171d575f61166b84610ea4565b90506001600160a01b038316158015906116975750826001600160a01b0316816001600160a01b031614155b80156116aa57506116a88184610da7565b155b156116d35760405163a9fbf51f60e01b81526001600160a01b038416600482015260240161076c565b811561171b5783856001600160a01b0316826001600160a01b03167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92560405160405180910390a45b505b50505f90815260046020526040902080546001600160a01b0319166001600160a01b0392909216919091179055565b600a54600160d01b900465ffffffffffff1680156117ce574265ffffffffffff821610156117a557600a54600980546001600160d01b0316600160a01b90920465ffffffffffff16600160d01b029190911790556117ce565b6040517f2b1fa2edafe6f7b9e97c1a9e0c3660e645beb2dcaa2d45bdbf9beaf5472e1ec5905f90a15b50600a80546001600160a01b0316600160a01b65ffffffffffff948516026001600160d01b031617600160d01b9290931691909102919091179055565b611816838383611b4a565b610668576001600160a01b03831661184457604051637e27328960e01b81526004810182905260240161076c565b60405163177e802f60e01b81526001600160a01b03831660048201526024810182905260440161076c565b5f805f1983850993909202808410938190039390930393915050565b634e487b715f52806020526024601cfd5b5f826118f8575f6118b5600a546001600160a01b031690565b6001600160a01b0316146118dc57604051631fe1e13d60e11b815260040160405180910390fd5b600a80546001600160a01b0319166001600160a01b0384161790555b610c998383611bae565b5f8215801561191e5750600a546001600160a01b038381169116145b1561193457600a80546001600160a01b03191690555b610c998383611c3f565b6119488383611caa565b610668335f85858561136f565b5f65ffffffffffff821115611987576040516306dfcc6560e41b8152603060048201526024810183905260440161076c565b5090565b5f611994610d3d565b6009805465ffffffffffff8616600160a01b026001600160d01b03199091166001600160a01b0388161717905591506119d690508165ffffffffffff16151590565b15610668576040517f8886ebfc4259abdbc16601dd8fb5678e54878f47b3c34836cfc51154a9605109905f90a1505050565b5f5f611a12610ca0565b90508065ffffffffffff168365ffffffffffff1611611a3a57611a358382612353565b610c99565b610c9965ffffffffffff841662069780611d0b565b5f8072184f03e93ff9f4daa797ed6e38ed64bf6a1f0160401b8310611a8d5772184f03e93ff9f4daa797ed6e38ed64bf6a1f0160401b830492506040015b6d04ee2d6d415b85acef81000000008310611ab9576d04ee2d6d415b85acef8100000000830492506020015b662386f26fc100008310611ad757662386f26fc10000830492506010015b6305f5e1008310611aef576305f5e100830492506008015b6127108310611b0357612710830492506004015b60648310611b15576064830492506002015b600a831061062e5760010192915050565b5f6001600160e01b0319821663152a902d60e11b148061062e575061062e82611d1a565b5f6001600160a01b03831615801590611ba65750826001600160a01b0316846001600160a01b03161480611b835750611b838484610da7565b80611ba657505f828152600460205260409020546001600160a01b038481169116145b949350505050565b5f611bb98383610b17565b611c38575f8381526008602090815260408083206001600160a01b03861684529091529020805460ff19166001179055611bf03390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a450600161062e565b505f61062e565b5f611c4a8383610b17565b15611c38575f8381526008602090815260408083206001600160a01b0386168085529252808320805460ff1916905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a450600161062e565b6001600160a01b038216611cd357604051633250574960e11b81525f600482015260240161076c565b5f611cdf83835f610ef5565b90506001600160a01b03811615610668576040516339e3563760e11b81525f600482015260240161076c565b5f828218828410028218610c99565b5f6001600160e01b031982166380ac58cd60e01b1480611d4a57506001600160e01b03198216635b5e139f60e01b145b8061062e57506301ffc9a760e01b6001600160e01b031983161461062e565b6001600160e01b031981168114610744575f5ffd5b5f60208284031215611d8e575f5ffd5b8135610c9981611d69565b80356001600160a01b0381168114611daf575f5ffd5b919050565b80356001600160601b0381168114611daf575f5ffd5b5f5f60408385031215611ddb575f5ffd5b611de483611d99565b9150611df260208401611db4565b90509250929050565b5f81518084528060208401602086015e5f602082860101526020601f19601f83011685010191505092915050565b602081525f610c996020830184611dfb565b5f60208284031215611e4b575f5ffd5b5035919050565b5f5f60408385031215611e63575f5ffd5b611e6c83611d99565b946020939093013593505050565b5f5f5f60608486031215611e8c575f5ffd5b611e9584611d99565b9250611ea360208501611d99565b929592945050506040919091013590565b5f5f60408385031215611ec5575f5ffd5b50508035926020909101359150565b5f5f60408385031215611ee5575f5ffd5b82359150611df260208401611d99565b5f5f60208385031215611f06575f5ffd5b823567ffffffffffffffff811115611f1c575f5ffd5b8301601f81018513611f2c575f5ffd5b803567ffffffffffffffff811115611f42575f5ffd5b856020828401011115611f53575f5ffd5b6020919091019590945092505050565b5f5f5f60608486031215611f75575f5ffd5b83359250611f8560208501611d99565b9150611f9360408501611db4565b90509250925092565b5f60208284031215611fac575f5ffd5b610c9982611d99565b5f60208284031215611fc5575f5ffd5b813565ffffffffffff81168114610c99575f5ffd5b5f5f60408385031215611feb575f5ffd5b611ff483611d99565b915060208301358015158114612008575f5ffd5b809150509250929050565b634e487b7160e01b5f52604160045260245ffd5b5f5f5f5f6080858703121561203a575f5ffd5b61204385611d99565b935061205160208601611d99565b925060408501359150606085013567ffffffffffffffff811115612073575f5ffd5b8501601f81018713612083575f5ffd5b803567ffffffffffffffff81111561209d5761209d612013565b604051601f8201601f19908116603f0116810167ffffffffffffffff811182821017156120cc576120cc612013565b6040528181528282016020018910156120e3575f5ffd5b816020840160208301375f6020838301015280935050505092959194509250565b5f5f60408385031215612115575f5ffd5b61211e83611d99565b9150611df260208401611d99565b600181811c9082168061214057607f821691505b60208210810361215e57634e487b7160e01b5f52602260045260245ffd5b50919050565b634e487b7160e01b5f52601260045260245ffd5b5f8261219257634e487b7160e01b5f52601260045260245ffd5b500690565b601f821115610668578282111561066857805f5260205f20601f840160051c60208510156121c257505f5b90810190601f840160051c035f5b8181101561148e575f838201556001016121d0565b67ffffffffffffffff8311156121fd576121fd612013565b6122118361220b835461212c565b83612197565b5f601f841160018114612242575f851561222b5750838201355b5f19600387901b1c1916600186901b178355611490565b5f83815260208120601f198716915b828110156122715786850135825560209485019460019092019101612251565b508682101561228d575f1960f88860031b161c19848701351681555b505060018560011b0183555050505050565b5f81518060208401855e5f93019283525090919050565b5f611ba66122c4838661229f565b8461229f565b634e487b7160e01b5f52601160045260245ffd5b65ffffffffffff818116838216019081111561062e5761062e6122ca565b6001600160a01b03858116825284166020820152604081018390526080606082018190525f9061232e90830184611dfb565b9695505050505050565b5f60208284031215612348575f5ffd5b8151610c9981611d69565b65ffffffffffff828116828216039081111561062e5761062e6122ca56fea2646970667358221220d5bbf4731fdaf9e56d8aa9381689790d342ac643c7873e47a3a7196089e2609764736f6c63430008250033",
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

// PackAcceptDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcefc1429.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function acceptDefaultAdminTransfer() returns()
func (vitrineToken *VitrineToken) PackAcceptDefaultAdminTransfer() []byte {
	enc, err := vitrineToken.abi.Pack("acceptDefaultAdminTransfer")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAcceptDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcefc1429.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function acceptDefaultAdminTransfer() returns()
func (vitrineToken *VitrineToken) TryPackAcceptDefaultAdminTransfer() ([]byte, error) {
	return vitrineToken.abi.Pack("acceptDefaultAdminTransfer")
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

// PackBeginDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x634e93da.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function beginDefaultAdminTransfer(address newAdmin) returns()
func (vitrineToken *VitrineToken) PackBeginDefaultAdminTransfer(newAdmin common.Address) []byte {
	enc, err := vitrineToken.abi.Pack("beginDefaultAdminTransfer", newAdmin)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBeginDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x634e93da.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function beginDefaultAdminTransfer(address newAdmin) returns()
func (vitrineToken *VitrineToken) TryPackBeginDefaultAdminTransfer(newAdmin common.Address) ([]byte, error) {
	return vitrineToken.abi.Pack("beginDefaultAdminTransfer", newAdmin)
}

// PackCancelDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd602b9fd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cancelDefaultAdminTransfer() returns()
func (vitrineToken *VitrineToken) PackCancelDefaultAdminTransfer() []byte {
	enc, err := vitrineToken.abi.Pack("cancelDefaultAdminTransfer")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCancelDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd602b9fd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function cancelDefaultAdminTransfer() returns()
func (vitrineToken *VitrineToken) TryPackCancelDefaultAdminTransfer() ([]byte, error) {
	return vitrineToken.abi.Pack("cancelDefaultAdminTransfer")
}

// PackChangeDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x649a5ec7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function changeDefaultAdminDelay(uint48 newDelay) returns()
func (vitrineToken *VitrineToken) PackChangeDefaultAdminDelay(newDelay *big.Int) []byte {
	enc, err := vitrineToken.abi.Pack("changeDefaultAdminDelay", newDelay)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackChangeDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x649a5ec7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function changeDefaultAdminDelay(uint48 newDelay) returns()
func (vitrineToken *VitrineToken) TryPackChangeDefaultAdminDelay(newDelay *big.Int) ([]byte, error) {
	return vitrineToken.abi.Pack("changeDefaultAdminDelay", newDelay)
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

// PackDefaultAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x84ef8ffc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function defaultAdmin() view returns(address)
func (vitrineToken *VitrineToken) PackDefaultAdmin() []byte {
	enc, err := vitrineToken.abi.Pack("defaultAdmin")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDefaultAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x84ef8ffc.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function defaultAdmin() view returns(address)
func (vitrineToken *VitrineToken) TryPackDefaultAdmin() ([]byte, error) {
	return vitrineToken.abi.Pack("defaultAdmin")
}

// UnpackDefaultAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x84ef8ffc.
//
// Solidity: function defaultAdmin() view returns(address)
func (vitrineToken *VitrineToken) UnpackDefaultAdmin(data []byte) (common.Address, error) {
	out, err := vitrineToken.abi.Unpack("defaultAdmin", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcc8463c8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function defaultAdminDelay() view returns(uint48)
func (vitrineToken *VitrineToken) PackDefaultAdminDelay() []byte {
	enc, err := vitrineToken.abi.Pack("defaultAdminDelay")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcc8463c8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function defaultAdminDelay() view returns(uint48)
func (vitrineToken *VitrineToken) TryPackDefaultAdminDelay() ([]byte, error) {
	return vitrineToken.abi.Pack("defaultAdminDelay")
}

// UnpackDefaultAdminDelay is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcc8463c8.
//
// Solidity: function defaultAdminDelay() view returns(uint48)
func (vitrineToken *VitrineToken) UnpackDefaultAdminDelay(data []byte) (*big.Int, error) {
	out, err := vitrineToken.abi.Unpack("defaultAdminDelay", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackDefaultAdminDelayIncreaseWait is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x022d63fb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function defaultAdminDelayIncreaseWait() view returns(uint48)
func (vitrineToken *VitrineToken) PackDefaultAdminDelayIncreaseWait() []byte {
	enc, err := vitrineToken.abi.Pack("defaultAdminDelayIncreaseWait")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDefaultAdminDelayIncreaseWait is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x022d63fb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function defaultAdminDelayIncreaseWait() view returns(uint48)
func (vitrineToken *VitrineToken) TryPackDefaultAdminDelayIncreaseWait() ([]byte, error) {
	return vitrineToken.abi.Pack("defaultAdminDelayIncreaseWait")
}

// UnpackDefaultAdminDelayIncreaseWait is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x022d63fb.
//
// Solidity: function defaultAdminDelayIncreaseWait() view returns(uint48)
func (vitrineToken *VitrineToken) UnpackDefaultAdminDelayIncreaseWait(data []byte) (*big.Int, error) {
	out, err := vitrineToken.abi.Unpack("defaultAdminDelayIncreaseWait", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
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

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (vitrineToken *VitrineToken) PackOwner() []byte {
	enc, err := vitrineToken.abi.Pack("owner")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function owner() view returns(address)
func (vitrineToken *VitrineToken) TryPackOwner() ([]byte, error) {
	return vitrineToken.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (vitrineToken *VitrineToken) UnpackOwner(data []byte) (common.Address, error) {
	out, err := vitrineToken.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
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

// PackPendingTokenAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcf6eefb7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pendingDefaultAdmin() view returns(address newAdmin, uint48 schedule)
func (vitrineToken *VitrineToken) PackPendingTokenAdmin() []byte {
	enc, err := vitrineToken.abi.Pack("pendingDefaultAdmin")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPendingTokenAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcf6eefb7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function pendingDefaultAdmin() view returns(address newAdmin, uint48 schedule)
func (vitrineToken *VitrineToken) TryPackPendingTokenAdmin() ([]byte, error) {
	return vitrineToken.abi.Pack("pendingDefaultAdmin")
}

// PendingTokenAdminOutput serves as a container for the return parameters of contract
// method PendingTokenAdmin.
type PendingTokenAdminOutput struct {
	NewAdmin common.Address
	Schedule *big.Int
}

// UnpackPendingTokenAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcf6eefb7.
//
// Solidity: function pendingDefaultAdmin() view returns(address newAdmin, uint48 schedule)
func (vitrineToken *VitrineToken) UnpackPendingTokenAdmin(data []byte) (PendingTokenAdminOutput, error) {
	out, err := vitrineToken.abi.Unpack("pendingDefaultAdmin", data)
	outstruct := new(PendingTokenAdminOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.NewAdmin = *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	outstruct.Schedule = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackPendingTokenAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa1eda53c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pendingDefaultAdminDelay() view returns(uint48 newDelay, uint48 schedule)
func (vitrineToken *VitrineToken) PackPendingTokenAdminDelay() []byte {
	enc, err := vitrineToken.abi.Pack("pendingDefaultAdminDelay")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPendingTokenAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa1eda53c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function pendingDefaultAdminDelay() view returns(uint48 newDelay, uint48 schedule)
func (vitrineToken *VitrineToken) TryPackPendingTokenAdminDelay() ([]byte, error) {
	return vitrineToken.abi.Pack("pendingDefaultAdminDelay")
}

// PendingTokenAdminDelayOutput serves as a container for the return parameters of contract
// method PendingTokenAdminDelay.
type PendingTokenAdminDelayOutput struct {
	NewDelay *big.Int
	Schedule *big.Int
}

// UnpackPendingTokenAdminDelay is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa1eda53c.
//
// Solidity: function pendingDefaultAdminDelay() view returns(uint48 newDelay, uint48 schedule)
func (vitrineToken *VitrineToken) UnpackPendingTokenAdminDelay(data []byte) (PendingTokenAdminDelayOutput, error) {
	out, err := vitrineToken.abi.Unpack("pendingDefaultAdminDelay", data)
	outstruct := new(PendingTokenAdminDelayOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.NewDelay = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Schedule = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackRenounceRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x36568abe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function renounceRole(bytes32 role, address account) returns()
func (vitrineToken *VitrineToken) PackRenounceRole(role [32]byte, account common.Address) []byte {
	enc, err := vitrineToken.abi.Pack("renounceRole", role, account)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRenounceRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x36568abe.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function renounceRole(bytes32 role, address account) returns()
func (vitrineToken *VitrineToken) TryPackRenounceRole(role [32]byte, account common.Address) ([]byte, error) {
	return vitrineToken.abi.Pack("renounceRole", role, account)
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

// PackRollbackDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0aa6220b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function rollbackDefaultAdminDelay() returns()
func (vitrineToken *VitrineToken) PackRollbackDefaultAdminDelay() []byte {
	enc, err := vitrineToken.abi.Pack("rollbackDefaultAdminDelay")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRollbackDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0aa6220b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function rollbackDefaultAdminDelay() returns()
func (vitrineToken *VitrineToken) TryPackRollbackDefaultAdminDelay() ([]byte, error) {
	return vitrineToken.abi.Pack("rollbackDefaultAdminDelay")
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

// VitrineTokenDefaultAdminDelayChangeCanceled represents a DefaultAdminDelayChangeCanceled event raised by the VitrineToken contract.
type VitrineTokenDefaultAdminDelayChangeCanceled struct {
	Raw *types.Log // Blockchain specific contextual infos
}

const VitrineTokenDefaultAdminDelayChangeCanceledEventName = "DefaultAdminDelayChangeCanceled"

// ContractEventName returns the user-defined event name.
func (VitrineTokenDefaultAdminDelayChangeCanceled) ContractEventName() string {
	return VitrineTokenDefaultAdminDelayChangeCanceledEventName
}

// UnpackDefaultAdminDelayChangeCanceledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminDelayChangeCanceled()
func (vitrineToken *VitrineToken) UnpackDefaultAdminDelayChangeCanceledEvent(log *types.Log) (*VitrineTokenDefaultAdminDelayChangeCanceled, error) {
	event := "DefaultAdminDelayChangeCanceled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineTokenDefaultAdminDelayChangeCanceled)
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

// VitrineTokenDefaultAdminDelayChangeScheduled represents a DefaultAdminDelayChangeScheduled event raised by the VitrineToken contract.
type VitrineTokenDefaultAdminDelayChangeScheduled struct {
	NewDelay       *big.Int
	EffectSchedule *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

const VitrineTokenDefaultAdminDelayChangeScheduledEventName = "DefaultAdminDelayChangeScheduled"

// ContractEventName returns the user-defined event name.
func (VitrineTokenDefaultAdminDelayChangeScheduled) ContractEventName() string {
	return VitrineTokenDefaultAdminDelayChangeScheduledEventName
}

// UnpackDefaultAdminDelayChangeScheduledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminDelayChangeScheduled(uint48 newDelay, uint48 effectSchedule)
func (vitrineToken *VitrineToken) UnpackDefaultAdminDelayChangeScheduledEvent(log *types.Log) (*VitrineTokenDefaultAdminDelayChangeScheduled, error) {
	event := "DefaultAdminDelayChangeScheduled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineTokenDefaultAdminDelayChangeScheduled)
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

// VitrineTokenDefaultAdminTransferCanceled represents a DefaultAdminTransferCanceled event raised by the VitrineToken contract.
type VitrineTokenDefaultAdminTransferCanceled struct {
	Raw *types.Log // Blockchain specific contextual infos
}

const VitrineTokenDefaultAdminTransferCanceledEventName = "DefaultAdminTransferCanceled"

// ContractEventName returns the user-defined event name.
func (VitrineTokenDefaultAdminTransferCanceled) ContractEventName() string {
	return VitrineTokenDefaultAdminTransferCanceledEventName
}

// UnpackDefaultAdminTransferCanceledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminTransferCanceled()
func (vitrineToken *VitrineToken) UnpackDefaultAdminTransferCanceledEvent(log *types.Log) (*VitrineTokenDefaultAdminTransferCanceled, error) {
	event := "DefaultAdminTransferCanceled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineTokenDefaultAdminTransferCanceled)
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

// VitrineTokenDefaultAdminTransferScheduled represents a DefaultAdminTransferScheduled event raised by the VitrineToken contract.
type VitrineTokenDefaultAdminTransferScheduled struct {
	NewAdmin       common.Address
	AcceptSchedule *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

const VitrineTokenDefaultAdminTransferScheduledEventName = "DefaultAdminTransferScheduled"

// ContractEventName returns the user-defined event name.
func (VitrineTokenDefaultAdminTransferScheduled) ContractEventName() string {
	return VitrineTokenDefaultAdminTransferScheduledEventName
}

// UnpackDefaultAdminTransferScheduledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminTransferScheduled(address indexed newAdmin, uint48 acceptSchedule)
func (vitrineToken *VitrineToken) UnpackDefaultAdminTransferScheduledEvent(log *types.Log) (*VitrineTokenDefaultAdminTransferScheduled, error) {
	event := "DefaultAdminTransferScheduled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineToken.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineTokenDefaultAdminTransferScheduled)
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
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["AccessControlEnforcedDefaultAdminDelay"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackAccessControlEnforcedDefaultAdminDelayError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["AccessControlEnforcedDefaultAdminRules"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackAccessControlEnforcedDefaultAdminRulesError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["AccessControlInvalidDefaultAdmin"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackAccessControlInvalidDefaultAdminError(raw[4:])
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
	if bytes.Equal(raw[:4], vitrineToken.abi.Errors["SafeCastOverflowedUintDowncast"].ID.Bytes()[:4]) {
		return vitrineToken.UnpackSafeCastOverflowedUintDowncastError(raw[4:])
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

// VitrineTokenAccessControlEnforcedDefaultAdminDelay represents a AccessControlEnforcedDefaultAdminDelay error raised by the VitrineToken contract.
type VitrineTokenAccessControlEnforcedDefaultAdminDelay struct {
	Schedule *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlEnforcedDefaultAdminDelay(uint48 schedule)
func VitrineTokenAccessControlEnforcedDefaultAdminDelayErrorID() common.Hash {
	return common.HexToHash("0x19ca5ebb8fb33f00e502c9392eddab1501674629178bf69b853cf037aaf4bb5d")
}

// UnpackAccessControlEnforcedDefaultAdminDelayError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlEnforcedDefaultAdminDelay(uint48 schedule)
func (vitrineToken *VitrineToken) UnpackAccessControlEnforcedDefaultAdminDelayError(raw []byte) (*VitrineTokenAccessControlEnforcedDefaultAdminDelay, error) {
	out := new(VitrineTokenAccessControlEnforcedDefaultAdminDelay)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "AccessControlEnforcedDefaultAdminDelay", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenAccessControlEnforcedDefaultAdminRules represents a AccessControlEnforcedDefaultAdminRules error raised by the VitrineToken contract.
type VitrineTokenAccessControlEnforcedDefaultAdminRules struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlEnforcedDefaultAdminRules()
func VitrineTokenAccessControlEnforcedDefaultAdminRulesErrorID() common.Hash {
	return common.HexToHash("0x3fc3c27ae3db78c81b8f6e685172134623efa268ee8cd8d54be38ad2a74fc13b")
}

// UnpackAccessControlEnforcedDefaultAdminRulesError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlEnforcedDefaultAdminRules()
func (vitrineToken *VitrineToken) UnpackAccessControlEnforcedDefaultAdminRulesError(raw []byte) (*VitrineTokenAccessControlEnforcedDefaultAdminRules, error) {
	out := new(VitrineTokenAccessControlEnforcedDefaultAdminRules)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "AccessControlEnforcedDefaultAdminRules", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineTokenAccessControlInvalidDefaultAdmin represents a AccessControlInvalidDefaultAdmin error raised by the VitrineToken contract.
type VitrineTokenAccessControlInvalidDefaultAdmin struct {
	DefaultAdmin common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlInvalidDefaultAdmin(address defaultAdmin)
func VitrineTokenAccessControlInvalidDefaultAdminErrorID() common.Hash {
	return common.HexToHash("0xc22c8022f2a840d6b6a9f113407715f5bbd4e88c1b0dd9434dc00700ba609ed4")
}

// UnpackAccessControlInvalidDefaultAdminError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlInvalidDefaultAdmin(address defaultAdmin)
func (vitrineToken *VitrineToken) UnpackAccessControlInvalidDefaultAdminError(raw []byte) (*VitrineTokenAccessControlInvalidDefaultAdmin, error) {
	out := new(VitrineTokenAccessControlInvalidDefaultAdmin)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "AccessControlInvalidDefaultAdmin", raw); err != nil {
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

// VitrineTokenSafeCastOverflowedUintDowncast represents a SafeCastOverflowedUintDowncast error raised by the VitrineToken contract.
type VitrineTokenSafeCastOverflowedUintDowncast struct {
	Bits  uint8
	Value *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)
func VitrineTokenSafeCastOverflowedUintDowncastErrorID() common.Hash {
	return common.HexToHash("0x6dfcc6503a32754ce7a89698e18201fc5294fd4aad43edefee786f88423b1a12")
}

// UnpackSafeCastOverflowedUintDowncastError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)
func (vitrineToken *VitrineToken) UnpackSafeCastOverflowedUintDowncastError(raw []byte) (*VitrineTokenSafeCastOverflowedUintDowncast, error) {
	out := new(VitrineTokenSafeCastOverflowedUintDowncast)
	if err := vitrineToken.abi.UnpackIntoInterface(out, "SafeCastOverflowedUintDowncast", raw); err != nil {
		return nil, err
	}
	return out, nil
}

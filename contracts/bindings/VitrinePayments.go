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

// Intent is an auto generated low-level Go binding around an user-defined struct.
type Intent struct {
	OrderId       [32]byte
	Amount        *big.Int
	Artist        common.Address
	ArtistShare   *big.Int
	RefundAddress common.Address
	Deadline      uint64
}

// VitrinePaymentsMetaData contains all meta data concerning the VitrinePayments contract.
var VitrinePaymentsMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"admin\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"quoteSigner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"platform_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[],\"name\":\"AccessControlBadConfirmation\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint48\",\"name\":\"schedule\",\"type\":\"uint48\"}],\"name\":\"AccessControlEnforcedDefaultAdminDelay\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"AccessControlEnforcedDefaultAdminRules\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"defaultAdmin\",\"type\":\"address\"}],\"name\":\"AccessControlInvalidDefaultAdmin\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"neededRole\",\"type\":\"bytes32\"}],\"name\":\"AccessControlUnauthorizedAccount\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"}],\"name\":\"AlreadyPaid\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"refundId\",\"type\":\"bytes32\"}],\"name\":\"AlreadyRefunded\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"EnforcedPause\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"ExpectedPause\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidPlatform\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidShortString\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidSignature\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"payee\",\"type\":\"address\"}],\"name\":\"NothingToWithdraw\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"}],\"name\":\"OrderCancelled\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint64\",\"name\":\"deadline\",\"type\":\"uint64\"}],\"name\":\"QuoteExpired\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"ReentrancyGuardReentrantCall\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"available\",\"type\":\"uint256\"}],\"name\":\"RefundNotCovered\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"RefundRefused\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint8\",\"name\":\"bits\",\"type\":\"uint8\"},{\"internalType\":\"uint256\",\"name\":\"value\",\"type\":\"uint256\"}],\"name\":\"SafeCastOverflowedUintDowncast\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"artistShare\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"ShareExceedsAmount\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"string\",\"name\":\"str\",\"type\":\"string\"}],\"name\":\"StringTooLong\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"signer\",\"type\":\"address\"}],\"name\":\"UnknownSigner\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"payee\",\"type\":\"address\"}],\"name\":\"WithdrawalFailed\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"expected\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"sent\",\"type\":\"uint256\"}],\"name\":\"WrongAmount\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"}],\"name\":\"Cancelled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[],\"name\":\"DefaultAdminDelayChangeCanceled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"uint48\",\"name\":\"newDelay\",\"type\":\"uint48\"},{\"indexed\":false,\"internalType\":\"uint48\",\"name\":\"effectSchedule\",\"type\":\"uint48\"}],\"name\":\"DefaultAdminDelayChangeScheduled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[],\"name\":\"DefaultAdminTransferCanceled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"newAdmin\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint48\",\"name\":\"acceptSchedule\",\"type\":\"uint48\"}],\"name\":\"DefaultAdminTransferScheduled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[],\"name\":\"EIP712DomainChanged\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"intentHash\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"payer\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"artist\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"artistShare\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"refundAddress\",\"type\":\"address\"}],\"name\":\"Paid\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"Paused\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"previous\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"current\",\"type\":\"address\"}],\"name\":\"PlatformChanged\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"refundId\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"Refunded\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"previousAdminRole\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"newAdminRole\",\"type\":\"bytes32\"}],\"name\":\"RoleAdminChanged\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"}],\"name\":\"RoleGranted\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"}],\"name\":\"RoleRevoked\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"Unpaused\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"payee\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"Withdrawn\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"DEFAULT_ADMIN_ROLE\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"INTENT_TYPEHASH\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"QUOTE_SIGNER_ROLE\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"REFUND_GAS\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"acceptDefaultAdminTransfer\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"payee\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"newAdmin\",\"type\":\"address\"}],\"name\":\"beginDefaultAdminTransfer\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"}],\"name\":\"cancel\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"cancelDefaultAdminTransfer\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"}],\"name\":\"cancelled\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint48\",\"name\":\"newDelay\",\"type\":\"uint48\"}],\"name\":\"changeDefaultAdminDelay\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"defaultAdmin\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"defaultAdminDelay\",\"outputs\":[{\"internalType\":\"uint48\",\"name\":\"\",\"type\":\"uint48\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"defaultAdminDelayIncreaseWait\",\"outputs\":[{\"internalType\":\"uint48\",\"name\":\"\",\"type\":\"uint48\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"eip712Domain\",\"outputs\":[{\"internalType\":\"bytes1\",\"name\":\"fields\",\"type\":\"bytes1\"},{\"internalType\":\"string\",\"name\":\"name\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"version\",\"type\":\"string\"},{\"internalType\":\"uint256\",\"name\":\"chainId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"verifyingContract\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"uint256[]\",\"name\":\"extensions\",\"type\":\"uint256[]\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"}],\"name\":\"getRoleAdmin\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"grantRole\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"hasRole\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"artist\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"artistShare\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"refundAddress\",\"type\":\"address\"},{\"internalType\":\"uint64\",\"name\":\"deadline\",\"type\":\"uint64\"}],\"internalType\":\"structIntent\",\"name\":\"intent\",\"type\":\"tuple\"}],\"name\":\"intentHash\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"owner\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"}],\"name\":\"paid\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"intentHash\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"pause\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"paused\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"artist\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"artistShare\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"refundAddress\",\"type\":\"address\"},{\"internalType\":\"uint64\",\"name\":\"deadline\",\"type\":\"uint64\"}],\"internalType\":\"structIntent\",\"name\":\"intent\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"name\":\"pay\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"pendingDefaultAdmin\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"newAdmin\",\"type\":\"address\"},{\"internalType\":\"uint48\",\"name\":\"schedule\",\"type\":\"uint48\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"pendingDefaultAdminDelay\",\"outputs\":[{\"internalType\":\"uint48\",\"name\":\"newDelay\",\"type\":\"uint48\"},{\"internalType\":\"uint48\",\"name\":\"schedule\",\"type\":\"uint48\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"platform\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"refundId\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"refund\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"refundId\",\"type\":\"bytes32\"}],\"name\":\"refunded\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"renounceRole\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"revokeRole\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"rollbackDefaultAdminDelay\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"platform_\",\"type\":\"address\"}],\"name\":\"setPlatform\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes4\",\"name\":\"interfaceId\",\"type\":\"bytes4\"}],\"name\":\"supportsInterface\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"unpause\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"payee\",\"type\":\"address\"}],\"name\":\"withdraw\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "VitrinePayments",
	Bin: "0x610160604052348015610010575f5ffd5b5060405161248638038061248683398101604081905261002f916103ab565b604080518082018252601081526f56697472696e65205061796d656e747360801b602080830191909152825180840190935260018352603160f81b908301529062015180856001600160a01b0381166100a257604051636116401160e11b81525f60048201526024015b60405180910390fd5b600180546001600160d01b0316600160d01b65ffffffffffff8516021790556100cb5f826101bb565b5050506100dd8261022a60201b60201c565b610120526100ea8161022a565b61014052815160208084019190912060e052815190820120610100524660a05261017660e05161010051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60805250503060c0526101a97f5ad4c58af6038875a8389a5a539d5aa4662d7168cd0c214c7c203da21c0a0d4f836101bb565b506101b381610267565b505050610446565b5f82610217575f6101d46002546001600160a01b031690565b6001600160a01b0316146101fb57604051631fe1e13d60e11b815260040160405180910390fd5b600280546001600160a01b0319166001600160a01b0384161790555b61022183836102e9565b90505b92915050565b5f5f829050601f81511115610254578260405163305a27a960e01b815260040161009991906103eb565b805161025f82610420565b179392505050565b6001600160a01b03811661028e576040516362f0746f60e01b815260040160405180910390fd5b600a546040516001600160a01b038084169216907fee3b6438f29f5c43f30b4dbb1816ecb0dee1ace292914bdb2a3e8ea3ae79bbd3905f90a3600a80546001600160a01b0319166001600160a01b0392909216919091179055565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16610389575f838152602081815260408083206001600160a01b03861684529091529020805460ff191660011790556103413390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a4506001610224565b505f610224565b80516001600160a01b03811681146103a6575f5ffd5b919050565b5f5f5f606084860312156103bd575f5ffd5b6103c684610390565b92506103d460208501610390565b91506103e260408501610390565b90509250925092565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b80516020808301519190811015610440575f198160200360031b1b821691505b50919050565b60805160a05160c05160e051610100516101205161014051611fef6104975f395f61153101525f61150601525f611abf01525f611a9701525f6119f201525f611a1c01525f611a460152611fef5ff3fe608060405260043610610207575f3560e01c80638456cb5911610113578063c4d252f51161009d578063d3b581bd1161006d578063d3b581bd14610623578063d448b24d1461065c578063d547741f14610672578063d602b9fd14610691578063ffeb71d3146106a5575f5ffd5b8063c4d252f5146105a2578063cc8463c8146105c1578063cefc1429146105d5578063cf6eefb7146105e9575f5ffd5b806391d14854116100e357806391d14854146104df578063a1eda53c146104fe578063a217fddf14610531578063add89bb214610544578063b082a2741461056f575f5ffd5b80638456cb591461047357806384b0196e1461048757806384ef8ffc146104ae5780638da5cb5b146104cb575f5ffd5b80634bde38c811610194578063634e93da11610164578063634e93da146103cc578063649a5ec7146103eb5780636945c5ea1461040a57806370a082311461042957806372bc745e14610454575f5ffd5b80634bde38c81461034c5780634e86a71c1461038357806351cff8d9146103965780635c975abb146103b5575f5ffd5b80632ac12622116101da5780632ac12622146102b95780632f2ff15d146102e757806336568abe146103065780633f4ba83a146103255780634020ed1414610339575f5ffd5b806301ffc9a71461020b578063022d63fb1461023f5780630aa6220b14610267578063248a9ca31461027d575b5f5ffd5b348015610216575f5ffd5b5061022a610225366004611c7a565b6106d8565b60405190151581526020015b60405180910390f35b34801561024a575f5ffd5b50620697805b60405165ffffffffffff9091168152602001610236565b348015610272575f5ffd5b5061027b610702565b005b348015610288575f5ffd5b506102ab610297366004611ca1565b5f9081526020819052604090206001015490565b604051908152602001610236565b3480156102c4575f5ffd5b5061022a6102d3366004611ca1565b60076020525f908152604090205460ff1681565b3480156102f2575f5ffd5b5061027b610301366004611cd3565b610717565b348015610311575f5ffd5b5061027b610320366004611cd3565b610743565b348015610330575f5ffd5b5061027b6107ee565b61027b610347366004611cfd565b610800565b348015610357575f5ffd5b50600a5461036b906001600160a01b031681565b6040516001600160a01b039091168152602001610236565b61027b610391366004611d45565b61099c565b3480156103a1575f5ffd5b5061027b6103b0366004611dc4565b610cbf565b3480156103c0575f5ffd5b5060035460ff1661022a565b3480156103d7575f5ffd5b5061027b6103e6366004611dc4565b610de4565b3480156103f6575f5ffd5b5061027b610405366004611ddd565b610df7565b348015610415575f5ffd5b5061027b610424366004611dc4565b610e0a565b348015610434575f5ffd5b506102ab610443366004611dc4565b60086020525f908152604090205481565b34801561045f575f5ffd5b506102ab61046e366004611e02565b610e1d565b34801561047e575f5ffd5b5061027b610ee1565b348015610492575f5ffd5b5061049b610ef3565b6040516102369796959493929190611e4a565b3480156104b9575f5ffd5b506002546001600160a01b031661036b565b3480156104d6575f5ffd5b5061036b610f35565b3480156104ea575f5ffd5b5061022a6104f9366004611cd3565b610f4d565b348015610509575f5ffd5b50610512610f75565b6040805165ffffffffffff938416815292909116602083015201610236565b34801561053c575f5ffd5b506102ab5f81565b34801561054f575f5ffd5b506102ab61055e366004611ca1565b60066020525f908152604090205481565b34801561057a575f5ffd5b506102ab7feb0486c88fe9b46d5527bf24f844eec12441002b64afaed800066a4c0b31724681565b3480156105ad575f5ffd5b5061027b6105bc366004611ca1565b610fc7565b3480156105cc575f5ffd5b50610250611078565b3480156105e0575f5ffd5b5061027b6110d6565b3480156105f4575f5ffd5b506105fd611115565b604080516001600160a01b03909316835265ffffffffffff909116602083015201610236565b34801561062e575f5ffd5b5061022a61063d366004611ee0565b600960209081525f928352604080842090915290825290205460ff1681565b348015610667575f5ffd5b506102ab620186a081565b34801561067d575f5ffd5b5061027b61068c366004611cd3565b611136565b34801561069c575f5ffd5b5061027b61115e565b3480156106b0575f5ffd5b506102ab7f5ad4c58af6038875a8389a5a539d5aa4662d7168cd0c214c7c203da21c0a0d4f81565b5f6001600160e01b031982166318a4c3c360e11b14806106fc57506106fc82611170565b92915050565b5f61070c816111a4565b6107146111ae565b50565b8161073557604051631fe1e13d60e11b815260040160405180910390fd5b61073f82826111ba565b5050565b8115801561075e57506002546001600160a01b038281169116145b156107e4575f5f61076d611115565b90925090506001600160a01b03821615158061078f575065ffffffffffff8116155b806107a257504265ffffffffffff821610155b156107cf576040516319ca5ebb60e01b815265ffffffffffff821660048201526024015b60405180910390fd5b50506001805465ffffffffffff60a01b191690555b61073f82826111e4565b5f6107f8816111a4565b610714611217565b610808611269565b335f90815260096020908152604080832086845290915290205460ff161561084657604051631316266b60e01b8152600481018490526024016107c6565b335f90815260086020526040812054610860903490611f1c565b90508082111561088d57604051636d32c02360e01b815260048101839052602481018290526044016107c6565b335f9081526009602090815260408083208784529091529020805460ff191660011790556108bb8282611f2f565b335f8181526008602090815260409182902093909355518481526001600160a01b0386169287917f2e0668a62a5f556368dca9c7113e20f2852c05155548243804bf714ce72b25a6910160405180910390a45f836001600160a01b031683620186a0906040515f60405180830381858888f193505050503d805f811461095c576040519150601f19603f3d011682016040523d82523d5f602084013e610961565b606091505b505090508061098d5760405162c51f0b60e31b81526001600160a01b03851660048201526024016107c6565b505061099761129e565b505050565b6109a46112c8565b82355f90815260066020526040902054156109d557604051637a5bb50760e11b8152833560048201526024016107c6565b82355f9081526007602052604090205460ff1615610a0957604051635152abf960e01b8152833560048201526024016107c6565b610a1960c0840160a08501611f42565b67ffffffffffffffff16421115610a6057610a3a60c0840160a08501611f42565b6040516307e655c360e21b815267ffffffffffffffff90911660048201526024016107c6565b82602001353414610a905760405163312b003360e01b8152602084013560048201523460248201526044016107c6565b826020013583606001351115610ac9576040516355bee08360e01b815260608401356004820152602084013560248201526044016107c6565b5f610ad384610e1d565b90505f5f610ae28386866112ec565b5090925090505f816003811115610afb57610afb611f69565b14610b1957604051638baa579f60e01b815260040160405180910390fd5b610b437f5ad4c58af6038875a8389a5a539d5aa4662d7168cd0c214c7c203da21c0a0d4f83610f4d565b610b6b57604051636bf4516160e11b81526001600160a01b03831660048201526024016107c6565b85355f908152600660205260408082208590558190610b909060608a01908a01611dc4565b6001600160a01b031614610ba8578660600135610baa565b5f5b90508015610bf9578060085f610bc660608b0160408c01611dc4565b6001600160a01b03166001600160a01b031681526020019081526020015f205f828254610bf39190611f1c565b90915550505b610c07816020890135611f2f565b600a546001600160a01b03165f9081526008602052604081208054909190610c30908490611f1c565b909155503390508488357fc3b57bb9df97324604e35d0e922a5e77505b4dca36adc89acf44721e57dd1b3160208b0135610c7060608d0160408e01611dc4565b8c606001358d6080016020810190610c889190611dc4565b604080519485526001600160a01b03938416602086015284019190915216606082015260800160405180910390a450505050505050565b610cc7611269565b6001600160a01b0381165f9081526008602052604081205490819003610d0b57604051636e34ee0b60e11b81526001600160a01b03831660048201526024016107c6565b6001600160a01b0382165f8181526008602052604080822091909155517f7084f5476618d8e60b11ef0d7d3f06914655adb8793e28ff7f018d4c76d505d590610d579084815260200190565b60405180910390a25f826001600160a01b0316826040515f6040518083038185875af1925050503d805f8114610da8576040519150601f19603f3d011682016040523d82523d5f602084013e610dad565b606091505b5050905080610dda57604051632708d81760e11b81526001600160a01b03841660048201526024016107c6565b505061071461129e565b5f610dee816111a4565b61073f82611333565b5f610e01816111a4565b61073f826113a5565b5f610e14816111a4565b61073f82611414565b5f6106fc7feb0486c88fe9b46d5527bf24f844eec12441002b64afaed800066a4c0b31724683356020850135610e596060870160408801611dc4565b6060870135610e6e60a0890160808a01611dc4565b610e7e60c08a0160a08b01611f42565b60408051602081019890985287019590955260608601939093526001600160a01b03918216608086015260a08501521660c083015267ffffffffffffffff1660e08201526101000160405160208183030381529060405280519060200120611496565b5f610eeb816111a4565b6107146114c2565b5f6060805f5f5f6060610f046114ff565b610f0c61152a565b604080515f80825260208201909252600f60f81b9b939a50919850469750309650945092509050565b5f610f486002546001600160a01b031690565b905090565b5f918252602082815260408084206001600160a01b0393909316845291905290205460ff1690565b6002545f90600160d01b900465ffffffffffff168015158015610fa057504265ffffffffffff821610155b610fab575f5f610fbf565b600254600160a01b900465ffffffffffff16815b915091509091565b7f5ad4c58af6038875a8389a5a539d5aa4662d7168cd0c214c7c203da21c0a0d4f610ff1816111a4565b5f828152600660205260409020541561102057604051637a5bb50760e11b8152600481018390526024016107c6565b5f8281526007602052604090205460ff1661073f575f82815260076020526040808220805460ff191660011790555183917fbaa1eb22f2a492ba1a5fea61b8df4d27c6c8b5f3971e63bb58fa14ff72eedb7091a25050565b6002545f90600160d01b900465ffffffffffff1680151580156110a257504265ffffffffffff8216105b6110bd57600154600160d01b900465ffffffffffff166110d0565b600254600160a01b900465ffffffffffff165b91505090565b5f6110df611115565b509050336001600160a01b0382161461110d57604051636116401160e11b81523360048201526024016107c6565b610714611555565b6001546001600160a01b03811691600160a01b90910465ffffffffffff1690565b8161115457604051631fe1e13d60e11b815260040160405180910390fd5b61073f82826115eb565b5f611168816111a4565b61071461160f565b5f6001600160e01b03198216637965db0b60e01b14806106fc57506301ffc9a760e01b6001600160e01b03198316146106fc565b6107148133611619565b6111b85f5f611652565b565b5f828152602081905260409020600101546111d4816111a4565b6111de8383611711565b50505050565b6001600160a01b038116331461120d5760405163334bd91960e11b815260040160405180910390fd5b610997828261177e565b61121f6117ba565b6003805460ff191690557f5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa335b6040516001600160a01b03909116815260200160405180910390a1565b6112716117dd565b6111b860017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b9061181d565b6111b85f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f00611298565b60035460ff16156111b85760405163d93c066560e01b815260040160405180910390fd5b5f80806041849003611320578435602086013560408701355f1a61131289828585611824565b95509550955050505061132a565b505f915060029050825b93509350939050565b5f61133c611078565b611345426118ec565b61134f9190611f7d565b905061135b8282611922565b60405165ffffffffffff821681526001600160a01b038316907f3377dc44241e779dd06afab5b788a35ca5f3b778836e2990bdb26a2a4b2e5ed69060200160405180910390a25050565b5f6113af8261199f565b6113b8426118ec565b6113c29190611f7d565b90506113ce8282611652565b6040805165ffffffffffff8085168252831660208201527ff1038c18cf84a56e432fdbfaf746924b7ea511dfe03a6506a0ceba4888788d9b910160405180910390a15050565b6001600160a01b03811661143b576040516362f0746f60e01b815260040160405180910390fd5b600a546040516001600160a01b038084169216907fee3b6438f29f5c43f30b4dbb1816ecb0dee1ace292914bdb2a3e8ea3ae79bbd3905f90a3600a80546001600160a01b0319166001600160a01b0392909216919091179055565b5f6106fc6114a26119e6565b8360405161190160f01b8152600281019290925260228201526042902090565b6114ca6112c8565b6003805460ff191660011790557f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a25861124c3390565b6060610f487f0000000000000000000000000000000000000000000000000000000000000000611b0f565b6060610f487f0000000000000000000000000000000000000000000000000000000000000000611b0f565b5f5f61155f611115565b915091506115748165ffffffffffff16151590565b158061158857504265ffffffffffff821610155b156115b0576040516319ca5ebb60e01b815265ffffffffffff821660048201526024016107c6565b6115cb5f6115c66002546001600160a01b031690565b61177e565b506115d65f83611711565b5050600180546001600160d01b031916905550565b5f82815260208190526040902060010154611605816111a4565b6111de838361177e565b6111b85f5f611922565b6116238282610f4d565b61073f5760405163e2517d3f60e01b81526001600160a01b0382166004820152602481018390526044016107c6565b600254600160d01b900465ffffffffffff1680156116d4574265ffffffffffff821610156116ab57600254600180546001600160d01b0316600160a01b90920465ffffffffffff16600160d01b029190911790556116d4565b6040517f2b1fa2edafe6f7b9e97c1a9e0c3660e645beb2dcaa2d45bdbf9beaf5472e1ec5905f90a15b50600280546001600160a01b0316600160a01b65ffffffffffff948516026001600160d01b031617600160d01b9290931691909102919091179055565b5f8261176d575f61172a6002546001600160a01b031690565b6001600160a01b03161461175157604051631fe1e13d60e11b815260040160405180910390fd5b600280546001600160a01b0319166001600160a01b0384161790555b6117778383611b4c565b9392505050565b5f8215801561179a57506002546001600160a01b038381169116145b156117b057600280546001600160a01b03191690555b6117778383611bdb565b60035460ff166111b857604051638dfc202b60e01b815260040160405180910390fd5b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c156111b857604051633ee5aeb560e01b815260040160405180910390fd5b80825d5050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084111561185d57505f915060039050826118e2565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa1580156118ae573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b0381166118d957505f9250600191508290506118e2565b92505f91508190505b9450945094915050565b5f65ffffffffffff82111561191e576040516306dfcc6560e41b815260306004820152602481018390526044016107c6565b5090565b5f61192b611115565b6001805465ffffffffffff8616600160a01b026001600160d01b03199091166001600160a01b03881617179055915061196d90508165ffffffffffff16151590565b15610997576040517f8886ebfc4259abdbc16601dd8fb5678e54878f47b3c34836cfc51154a9605109905f90a1505050565b5f5f6119a9611078565b90508065ffffffffffff168365ffffffffffff16116119d1576119cc8382611f9b565b611777565b61177765ffffffffffff841662069780611c44565b5f306001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016148015611a3e57507f000000000000000000000000000000000000000000000000000000000000000046145b15611a6857507f000000000000000000000000000000000000000000000000000000000000000090565b610f48604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60605f611b1b83611c53565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b5f611b578383610f4d565b611bd4575f838152602081815260408083206001600160a01b03861684529091529020805460ff19166001179055611b8c3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a45060016106fc565b505f6106fc565b5f611be68383610f4d565b15611bd4575f838152602081815260408083206001600160a01b0386168085529252808320805460ff1916905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a45060016106fc565b5f828218828410028218611777565b5f60ff8216601f8111156106fc57604051632cd44ac360e21b815260040160405180910390fd5b5f60208284031215611c8a575f5ffd5b81356001600160e01b031981168114611777575f5ffd5b5f60208284031215611cb1575f5ffd5b5035919050565b80356001600160a01b0381168114611cce575f5ffd5b919050565b5f5f60408385031215611ce4575f5ffd5b82359150611cf460208401611cb8565b90509250929050565b5f5f5f60608486031215611d0f575f5ffd5b83359250611d1f60208501611cb8565b9150604084013590509250925092565b5f60c08284031215611d3f575f5ffd5b50919050565b5f5f5f60e08486031215611d57575f5ffd5b611d618585611d2f565b925060c084013567ffffffffffffffff811115611d7c575f5ffd5b8401601f81018613611d8c575f5ffd5b803567ffffffffffffffff811115611da2575f5ffd5b866020828401011115611db3575f5ffd5b939660209190910195509293505050565b5f60208284031215611dd4575f5ffd5b61177782611cb8565b5f60208284031215611ded575f5ffd5b813565ffffffffffff81168114611777575f5ffd5b5f60c08284031215611e12575f5ffd5b6117778383611d2f565b5f81518084528060208401602086015e5f602082860101526020601f19601f83011685010191505092915050565b60ff60f81b8816815260e060208201525f611e6860e0830189611e1c565b8281036040840152611e7a8189611e1c565b606084018890526001600160a01b038716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b81811015611ecf578351835260209384019390920191600101611eb1565b50909b9a5050505050505050505050565b5f5f60408385031215611ef1575f5ffd5b611efa83611cb8565b946020939093013593505050565b634e487b7160e01b5f52601160045260245ffd5b808201808211156106fc576106fc611f08565b818103818111156106fc576106fc611f08565b5f60208284031215611f52575f5ffd5b813567ffffffffffffffff81168114611777575f5ffd5b634e487b7160e01b5f52602160045260245ffd5b65ffffffffffff81811683821601908111156106fc576106fc611f08565b65ffffffffffff82811682821603908111156106fc576106fc611f0856fea2646970667358221220484765321cd69982a720c14dbf2eeca05039c914d3459d0ebad585d3f3ca458064736f6c63430008250033",
}

// VitrinePayments is an auto generated Go binding around an Ethereum contract.
type VitrinePayments struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *VitrinePayments) GetABI() abi.ABI {
	return c.abi
}

// NewVitrinePayments creates a new instance of VitrinePayments.
func NewVitrinePayments() *VitrinePayments {
	parsed, err := VitrinePaymentsMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &VitrinePayments{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *VitrinePayments) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address admin, address quoteSigner, address platform_) returns()
func (vitrinePayments *VitrinePayments) PackConstructor(admin common.Address, quoteSigner common.Address, platform_ common.Address) []byte {
	enc, err := vitrinePayments.abi.Pack("", admin, quoteSigner, platform_)
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
func (vitrinePayments *VitrinePayments) PackDEFAULTADMINROLE() []byte {
	enc, err := vitrinePayments.abi.Pack("DEFAULT_ADMIN_ROLE")
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
func (vitrinePayments *VitrinePayments) TryPackDEFAULTADMINROLE() ([]byte, error) {
	return vitrinePayments.abi.Pack("DEFAULT_ADMIN_ROLE")
}

// UnpackDEFAULTADMINROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa217fddf.
//
// Solidity: function DEFAULT_ADMIN_ROLE() view returns(bytes32)
func (vitrinePayments *VitrinePayments) UnpackDEFAULTADMINROLE(data []byte) ([32]byte, error) {
	out, err := vitrinePayments.abi.Unpack("DEFAULT_ADMIN_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackINTENTTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb082a274.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function INTENT_TYPEHASH() view returns(bytes32)
func (vitrinePayments *VitrinePayments) PackINTENTTYPEHASH() []byte {
	enc, err := vitrinePayments.abi.Pack("INTENT_TYPEHASH")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackINTENTTYPEHASH is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xb082a274.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function INTENT_TYPEHASH() view returns(bytes32)
func (vitrinePayments *VitrinePayments) TryPackINTENTTYPEHASH() ([]byte, error) {
	return vitrinePayments.abi.Pack("INTENT_TYPEHASH")
}

// UnpackINTENTTYPEHASH is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xb082a274.
//
// Solidity: function INTENT_TYPEHASH() view returns(bytes32)
func (vitrinePayments *VitrinePayments) UnpackINTENTTYPEHASH(data []byte) ([32]byte, error) {
	out, err := vitrinePayments.abi.Unpack("INTENT_TYPEHASH", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackQUOTESIGNERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xffeb71d3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function QUOTE_SIGNER_ROLE() view returns(bytes32)
func (vitrinePayments *VitrinePayments) PackQUOTESIGNERROLE() []byte {
	enc, err := vitrinePayments.abi.Pack("QUOTE_SIGNER_ROLE")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackQUOTESIGNERROLE is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xffeb71d3.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function QUOTE_SIGNER_ROLE() view returns(bytes32)
func (vitrinePayments *VitrinePayments) TryPackQUOTESIGNERROLE() ([]byte, error) {
	return vitrinePayments.abi.Pack("QUOTE_SIGNER_ROLE")
}

// UnpackQUOTESIGNERROLE is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xffeb71d3.
//
// Solidity: function QUOTE_SIGNER_ROLE() view returns(bytes32)
func (vitrinePayments *VitrinePayments) UnpackQUOTESIGNERROLE(data []byte) ([32]byte, error) {
	out, err := vitrinePayments.abi.Unpack("QUOTE_SIGNER_ROLE", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackREFUNDGAS is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd448b24d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function REFUND_GAS() view returns(uint256)
func (vitrinePayments *VitrinePayments) PackREFUNDGAS() []byte {
	enc, err := vitrinePayments.abi.Pack("REFUND_GAS")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackREFUNDGAS is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd448b24d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function REFUND_GAS() view returns(uint256)
func (vitrinePayments *VitrinePayments) TryPackREFUNDGAS() ([]byte, error) {
	return vitrinePayments.abi.Pack("REFUND_GAS")
}

// UnpackREFUNDGAS is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd448b24d.
//
// Solidity: function REFUND_GAS() view returns(uint256)
func (vitrinePayments *VitrinePayments) UnpackREFUNDGAS(data []byte) (*big.Int, error) {
	out, err := vitrinePayments.abi.Unpack("REFUND_GAS", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackAcceptDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcefc1429.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function acceptDefaultAdminTransfer() returns()
func (vitrinePayments *VitrinePayments) PackAcceptDefaultAdminTransfer() []byte {
	enc, err := vitrinePayments.abi.Pack("acceptDefaultAdminTransfer")
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
func (vitrinePayments *VitrinePayments) TryPackAcceptDefaultAdminTransfer() ([]byte, error) {
	return vitrinePayments.abi.Pack("acceptDefaultAdminTransfer")
}

// PackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function balanceOf(address payee) view returns(uint256)
func (vitrinePayments *VitrinePayments) PackBalanceOf(payee common.Address) []byte {
	enc, err := vitrinePayments.abi.Pack("balanceOf", payee)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackBalanceOf is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x70a08231.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function balanceOf(address payee) view returns(uint256)
func (vitrinePayments *VitrinePayments) TryPackBalanceOf(payee common.Address) ([]byte, error) {
	return vitrinePayments.abi.Pack("balanceOf", payee)
}

// UnpackBalanceOf is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x70a08231.
//
// Solidity: function balanceOf(address payee) view returns(uint256)
func (vitrinePayments *VitrinePayments) UnpackBalanceOf(data []byte) (*big.Int, error) {
	out, err := vitrinePayments.abi.Unpack("balanceOf", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackBeginDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x634e93da.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function beginDefaultAdminTransfer(address newAdmin) returns()
func (vitrinePayments *VitrinePayments) PackBeginDefaultAdminTransfer(newAdmin common.Address) []byte {
	enc, err := vitrinePayments.abi.Pack("beginDefaultAdminTransfer", newAdmin)
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
func (vitrinePayments *VitrinePayments) TryPackBeginDefaultAdminTransfer(newAdmin common.Address) ([]byte, error) {
	return vitrinePayments.abi.Pack("beginDefaultAdminTransfer", newAdmin)
}

// PackCancel is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc4d252f5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cancel(bytes32 orderId) returns()
func (vitrinePayments *VitrinePayments) PackCancel(orderId [32]byte) []byte {
	enc, err := vitrinePayments.abi.Pack("cancel", orderId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCancel is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xc4d252f5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function cancel(bytes32 orderId) returns()
func (vitrinePayments *VitrinePayments) TryPackCancel(orderId [32]byte) ([]byte, error) {
	return vitrinePayments.abi.Pack("cancel", orderId)
}

// PackCancelDefaultAdminTransfer is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd602b9fd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cancelDefaultAdminTransfer() returns()
func (vitrinePayments *VitrinePayments) PackCancelDefaultAdminTransfer() []byte {
	enc, err := vitrinePayments.abi.Pack("cancelDefaultAdminTransfer")
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
func (vitrinePayments *VitrinePayments) TryPackCancelDefaultAdminTransfer() ([]byte, error) {
	return vitrinePayments.abi.Pack("cancelDefaultAdminTransfer")
}

// PackCancelled is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2ac12622.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function cancelled(bytes32 orderId) view returns(bool)
func (vitrinePayments *VitrinePayments) PackCancelled(orderId [32]byte) []byte {
	enc, err := vitrinePayments.abi.Pack("cancelled", orderId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackCancelled is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x2ac12622.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function cancelled(bytes32 orderId) view returns(bool)
func (vitrinePayments *VitrinePayments) TryPackCancelled(orderId [32]byte) ([]byte, error) {
	return vitrinePayments.abi.Pack("cancelled", orderId)
}

// UnpackCancelled is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x2ac12622.
//
// Solidity: function cancelled(bytes32 orderId) view returns(bool)
func (vitrinePayments *VitrinePayments) UnpackCancelled(data []byte) (bool, error) {
	out, err := vitrinePayments.abi.Unpack("cancelled", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackChangeDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x649a5ec7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function changeDefaultAdminDelay(uint48 newDelay) returns()
func (vitrinePayments *VitrinePayments) PackChangeDefaultAdminDelay(newDelay *big.Int) []byte {
	enc, err := vitrinePayments.abi.Pack("changeDefaultAdminDelay", newDelay)
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
func (vitrinePayments *VitrinePayments) TryPackChangeDefaultAdminDelay(newDelay *big.Int) ([]byte, error) {
	return vitrinePayments.abi.Pack("changeDefaultAdminDelay", newDelay)
}

// PackDefaultAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x84ef8ffc.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function defaultAdmin() view returns(address)
func (vitrinePayments *VitrinePayments) PackDefaultAdmin() []byte {
	enc, err := vitrinePayments.abi.Pack("defaultAdmin")
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
func (vitrinePayments *VitrinePayments) TryPackDefaultAdmin() ([]byte, error) {
	return vitrinePayments.abi.Pack("defaultAdmin")
}

// UnpackDefaultAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x84ef8ffc.
//
// Solidity: function defaultAdmin() view returns(address)
func (vitrinePayments *VitrinePayments) UnpackDefaultAdmin(data []byte) (common.Address, error) {
	out, err := vitrinePayments.abi.Unpack("defaultAdmin", data)
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
func (vitrinePayments *VitrinePayments) PackDefaultAdminDelay() []byte {
	enc, err := vitrinePayments.abi.Pack("defaultAdminDelay")
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
func (vitrinePayments *VitrinePayments) TryPackDefaultAdminDelay() ([]byte, error) {
	return vitrinePayments.abi.Pack("defaultAdminDelay")
}

// UnpackDefaultAdminDelay is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcc8463c8.
//
// Solidity: function defaultAdminDelay() view returns(uint48)
func (vitrinePayments *VitrinePayments) UnpackDefaultAdminDelay(data []byte) (*big.Int, error) {
	out, err := vitrinePayments.abi.Unpack("defaultAdminDelay", data)
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
func (vitrinePayments *VitrinePayments) PackDefaultAdminDelayIncreaseWait() []byte {
	enc, err := vitrinePayments.abi.Pack("defaultAdminDelayIncreaseWait")
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
func (vitrinePayments *VitrinePayments) TryPackDefaultAdminDelayIncreaseWait() ([]byte, error) {
	return vitrinePayments.abi.Pack("defaultAdminDelayIncreaseWait")
}

// UnpackDefaultAdminDelayIncreaseWait is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x022d63fb.
//
// Solidity: function defaultAdminDelayIncreaseWait() view returns(uint48)
func (vitrinePayments *VitrinePayments) UnpackDefaultAdminDelayIncreaseWait(data []byte) (*big.Int, error) {
	out, err := vitrinePayments.abi.Unpack("defaultAdminDelayIncreaseWait", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// PackEip712Domain is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x84b0196e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function eip712Domain() view returns(bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)
func (vitrinePayments *VitrinePayments) PackEip712Domain() []byte {
	enc, err := vitrinePayments.abi.Pack("eip712Domain")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackEip712Domain is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x84b0196e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function eip712Domain() view returns(bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)
func (vitrinePayments *VitrinePayments) TryPackEip712Domain() ([]byte, error) {
	return vitrinePayments.abi.Pack("eip712Domain")
}

// Eip712DomainOutput serves as a container for the return parameters of contract
// method Eip712Domain.
type Eip712DomainOutput struct {
	Fields            [1]byte
	Name              string
	Version           string
	ChainId           *big.Int
	VerifyingContract common.Address
	Salt              [32]byte
	Extensions        []*big.Int
}

// UnpackEip712Domain is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x84b0196e.
//
// Solidity: function eip712Domain() view returns(bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)
func (vitrinePayments *VitrinePayments) UnpackEip712Domain(data []byte) (Eip712DomainOutput, error) {
	out, err := vitrinePayments.abi.Unpack("eip712Domain", data)
	outstruct := new(Eip712DomainOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.Fields = *abi.ConvertType(out[0], new([1]byte)).(*[1]byte)
	outstruct.Name = *abi.ConvertType(out[1], new(string)).(*string)
	outstruct.Version = *abi.ConvertType(out[2], new(string)).(*string)
	outstruct.ChainId = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	outstruct.VerifyingContract = *abi.ConvertType(out[4], new(common.Address)).(*common.Address)
	outstruct.Salt = *abi.ConvertType(out[5], new([32]byte)).(*[32]byte)
	outstruct.Extensions = *abi.ConvertType(out[6], new([]*big.Int)).(*[]*big.Int)
	return *outstruct, nil
}

// PackGetRoleAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x248a9ca3.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (vitrinePayments *VitrinePayments) PackGetRoleAdmin(role [32]byte) []byte {
	enc, err := vitrinePayments.abi.Pack("getRoleAdmin", role)
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
func (vitrinePayments *VitrinePayments) TryPackGetRoleAdmin(role [32]byte) ([]byte, error) {
	return vitrinePayments.abi.Pack("getRoleAdmin", role)
}

// UnpackGetRoleAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x248a9ca3.
//
// Solidity: function getRoleAdmin(bytes32 role) view returns(bytes32)
func (vitrinePayments *VitrinePayments) UnpackGetRoleAdmin(data []byte) ([32]byte, error) {
	out, err := vitrinePayments.abi.Unpack("getRoleAdmin", data)
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
func (vitrinePayments *VitrinePayments) PackGrantRole(role [32]byte, account common.Address) []byte {
	enc, err := vitrinePayments.abi.Pack("grantRole", role, account)
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
func (vitrinePayments *VitrinePayments) TryPackGrantRole(role [32]byte, account common.Address) ([]byte, error) {
	return vitrinePayments.abi.Pack("grantRole", role, account)
}

// PackHasRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x91d14854.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (vitrinePayments *VitrinePayments) PackHasRole(role [32]byte, account common.Address) []byte {
	enc, err := vitrinePayments.abi.Pack("hasRole", role, account)
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
func (vitrinePayments *VitrinePayments) TryPackHasRole(role [32]byte, account common.Address) ([]byte, error) {
	return vitrinePayments.abi.Pack("hasRole", role, account)
}

// UnpackHasRole is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x91d14854.
//
// Solidity: function hasRole(bytes32 role, address account) view returns(bool)
func (vitrinePayments *VitrinePayments) UnpackHasRole(data []byte) (bool, error) {
	out, err := vitrinePayments.abi.Unpack("hasRole", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackIntentHash is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x72bc745e.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function intentHash((bytes32,uint256,address,uint256,address,uint64) intent) view returns(bytes32)
func (vitrinePayments *VitrinePayments) PackIntentHash(intent Intent) []byte {
	enc, err := vitrinePayments.abi.Pack("intentHash", intent)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackIntentHash is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x72bc745e.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function intentHash((bytes32,uint256,address,uint256,address,uint64) intent) view returns(bytes32)
func (vitrinePayments *VitrinePayments) TryPackIntentHash(intent Intent) ([]byte, error) {
	return vitrinePayments.abi.Pack("intentHash", intent)
}

// UnpackIntentHash is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x72bc745e.
//
// Solidity: function intentHash((bytes32,uint256,address,uint256,address,uint64) intent) view returns(bytes32)
func (vitrinePayments *VitrinePayments) UnpackIntentHash(data []byte) ([32]byte, error) {
	out, err := vitrinePayments.abi.Unpack("intentHash", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (vitrinePayments *VitrinePayments) PackOwner() []byte {
	enc, err := vitrinePayments.abi.Pack("owner")
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
func (vitrinePayments *VitrinePayments) TryPackOwner() ([]byte, error) {
	return vitrinePayments.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (vitrinePayments *VitrinePayments) UnpackOwner(data []byte) (common.Address, error) {
	out, err := vitrinePayments.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackPaid is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xadd89bb2.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function paid(bytes32 orderId) view returns(bytes32 intentHash)
func (vitrinePayments *VitrinePayments) PackPaid(orderId [32]byte) []byte {
	enc, err := vitrinePayments.abi.Pack("paid", orderId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPaid is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xadd89bb2.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function paid(bytes32 orderId) view returns(bytes32 intentHash)
func (vitrinePayments *VitrinePayments) TryPackPaid(orderId [32]byte) ([]byte, error) {
	return vitrinePayments.abi.Pack("paid", orderId)
}

// UnpackPaid is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xadd89bb2.
//
// Solidity: function paid(bytes32 orderId) view returns(bytes32 intentHash)
func (vitrinePayments *VitrinePayments) UnpackPaid(data []byte) ([32]byte, error) {
	out, err := vitrinePayments.abi.Unpack("paid", data)
	if err != nil {
		return *new([32]byte), err
	}
	out0 := *abi.ConvertType(out[0], new([32]byte)).(*[32]byte)
	return out0, nil
}

// PackPause is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8456cb59.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pause() returns()
func (vitrinePayments *VitrinePayments) PackPause() []byte {
	enc, err := vitrinePayments.abi.Pack("pause")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPause is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8456cb59.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function pause() returns()
func (vitrinePayments *VitrinePayments) TryPackPause() ([]byte, error) {
	return vitrinePayments.abi.Pack("pause")
}

// PackPaused is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c975abb.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function paused() view returns(bool)
func (vitrinePayments *VitrinePayments) PackPaused() []byte {
	enc, err := vitrinePayments.abi.Pack("paused")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPaused is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x5c975abb.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function paused() view returns(bool)
func (vitrinePayments *VitrinePayments) TryPackPaused() ([]byte, error) {
	return vitrinePayments.abi.Pack("paused")
}

// UnpackPaused is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x5c975abb.
//
// Solidity: function paused() view returns(bool)
func (vitrinePayments *VitrinePayments) UnpackPaused(data []byte) (bool, error) {
	out, err := vitrinePayments.abi.Unpack("paused", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackPay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4e86a71c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pay((bytes32,uint256,address,uint256,address,uint64) intent, bytes signature) payable returns()
func (vitrinePayments *VitrinePayments) PackPay(intent Intent, signature []byte) []byte {
	enc, err := vitrinePayments.abi.Pack("pay", intent, signature)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4e86a71c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function pay((bytes32,uint256,address,uint256,address,uint64) intent, bytes signature) payable returns()
func (vitrinePayments *VitrinePayments) TryPackPay(intent Intent, signature []byte) ([]byte, error) {
	return vitrinePayments.abi.Pack("pay", intent, signature)
}

// PackPendingDefaultAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcf6eefb7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pendingDefaultAdmin() view returns(address newAdmin, uint48 schedule)
func (vitrinePayments *VitrinePayments) PackPendingDefaultAdmin() []byte {
	enc, err := vitrinePayments.abi.Pack("pendingDefaultAdmin")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPendingDefaultAdmin is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xcf6eefb7.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function pendingDefaultAdmin() view returns(address newAdmin, uint48 schedule)
func (vitrinePayments *VitrinePayments) TryPackPendingDefaultAdmin() ([]byte, error) {
	return vitrinePayments.abi.Pack("pendingDefaultAdmin")
}

// PendingDefaultAdminOutput serves as a container for the return parameters of contract
// method PendingDefaultAdmin.
type PendingDefaultAdminOutput struct {
	NewAdmin common.Address
	Schedule *big.Int
}

// UnpackPendingDefaultAdmin is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xcf6eefb7.
//
// Solidity: function pendingDefaultAdmin() view returns(address newAdmin, uint48 schedule)
func (vitrinePayments *VitrinePayments) UnpackPendingDefaultAdmin(data []byte) (PendingDefaultAdminOutput, error) {
	out, err := vitrinePayments.abi.Unpack("pendingDefaultAdmin", data)
	outstruct := new(PendingDefaultAdminOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.NewAdmin = *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	outstruct.Schedule = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackPendingDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa1eda53c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function pendingDefaultAdminDelay() view returns(uint48 newDelay, uint48 schedule)
func (vitrinePayments *VitrinePayments) PackPendingDefaultAdminDelay() []byte {
	enc, err := vitrinePayments.abi.Pack("pendingDefaultAdminDelay")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPendingDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xa1eda53c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function pendingDefaultAdminDelay() view returns(uint48 newDelay, uint48 schedule)
func (vitrinePayments *VitrinePayments) TryPackPendingDefaultAdminDelay() ([]byte, error) {
	return vitrinePayments.abi.Pack("pendingDefaultAdminDelay")
}

// PendingDefaultAdminDelayOutput serves as a container for the return parameters of contract
// method PendingDefaultAdminDelay.
type PendingDefaultAdminDelayOutput struct {
	NewDelay *big.Int
	Schedule *big.Int
}

// UnpackPendingDefaultAdminDelay is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xa1eda53c.
//
// Solidity: function pendingDefaultAdminDelay() view returns(uint48 newDelay, uint48 schedule)
func (vitrinePayments *VitrinePayments) UnpackPendingDefaultAdminDelay(data []byte) (PendingDefaultAdminDelayOutput, error) {
	out, err := vitrinePayments.abi.Unpack("pendingDefaultAdminDelay", data)
	outstruct := new(PendingDefaultAdminDelayOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.NewDelay = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Schedule = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackPlatform is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4bde38c8.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function platform() view returns(address)
func (vitrinePayments *VitrinePayments) PackPlatform() []byte {
	enc, err := vitrinePayments.abi.Pack("platform")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackPlatform is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4bde38c8.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function platform() view returns(address)
func (vitrinePayments *VitrinePayments) TryPackPlatform() ([]byte, error) {
	return vitrinePayments.abi.Pack("platform")
}

// UnpackPlatform is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x4bde38c8.
//
// Solidity: function platform() view returns(address)
func (vitrinePayments *VitrinePayments) UnpackPlatform(data []byte) (common.Address, error) {
	out, err := vitrinePayments.abi.Unpack("platform", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackRefund is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4020ed14.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function refund(bytes32 refundId, address to, uint256 amount) payable returns()
func (vitrinePayments *VitrinePayments) PackRefund(refundId [32]byte, to common.Address, amount *big.Int) []byte {
	enc, err := vitrinePayments.abi.Pack("refund", refundId, to, amount)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRefund is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x4020ed14.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function refund(bytes32 refundId, address to, uint256 amount) payable returns()
func (vitrinePayments *VitrinePayments) TryPackRefund(refundId [32]byte, to common.Address, amount *big.Int) ([]byte, error) {
	return vitrinePayments.abi.Pack("refund", refundId, to, amount)
}

// PackRefunded is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd3b581bd.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function refunded(address sender, bytes32 refundId) view returns(bool)
func (vitrinePayments *VitrinePayments) PackRefunded(sender common.Address, refundId [32]byte) []byte {
	enc, err := vitrinePayments.abi.Pack("refunded", sender, refundId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRefunded is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd3b581bd.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function refunded(address sender, bytes32 refundId) view returns(bool)
func (vitrinePayments *VitrinePayments) TryPackRefunded(sender common.Address, refundId [32]byte) ([]byte, error) {
	return vitrinePayments.abi.Pack("refunded", sender, refundId)
}

// UnpackRefunded is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xd3b581bd.
//
// Solidity: function refunded(address sender, bytes32 refundId) view returns(bool)
func (vitrinePayments *VitrinePayments) UnpackRefunded(data []byte) (bool, error) {
	out, err := vitrinePayments.abi.Unpack("refunded", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackRenounceRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x36568abe.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function renounceRole(bytes32 role, address account) returns()
func (vitrinePayments *VitrinePayments) PackRenounceRole(role [32]byte, account common.Address) []byte {
	enc, err := vitrinePayments.abi.Pack("renounceRole", role, account)
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
func (vitrinePayments *VitrinePayments) TryPackRenounceRole(role [32]byte, account common.Address) ([]byte, error) {
	return vitrinePayments.abi.Pack("renounceRole", role, account)
}

// PackRevokeRole is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd547741f.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function revokeRole(bytes32 role, address account) returns()
func (vitrinePayments *VitrinePayments) PackRevokeRole(role [32]byte, account common.Address) []byte {
	enc, err := vitrinePayments.abi.Pack("revokeRole", role, account)
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
func (vitrinePayments *VitrinePayments) TryPackRevokeRole(role [32]byte, account common.Address) ([]byte, error) {
	return vitrinePayments.abi.Pack("revokeRole", role, account)
}

// PackRollbackDefaultAdminDelay is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0aa6220b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function rollbackDefaultAdminDelay() returns()
func (vitrinePayments *VitrinePayments) PackRollbackDefaultAdminDelay() []byte {
	enc, err := vitrinePayments.abi.Pack("rollbackDefaultAdminDelay")
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
func (vitrinePayments *VitrinePayments) TryPackRollbackDefaultAdminDelay() ([]byte, error) {
	return vitrinePayments.abi.Pack("rollbackDefaultAdminDelay")
}

// PackSetPlatform is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6945c5ea.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setPlatform(address platform_) returns()
func (vitrinePayments *VitrinePayments) PackSetPlatform(platform common.Address) []byte {
	enc, err := vitrinePayments.abi.Pack("setPlatform", platform)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetPlatform is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x6945c5ea.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setPlatform(address platform_) returns()
func (vitrinePayments *VitrinePayments) TryPackSetPlatform(platform common.Address) ([]byte, error) {
	return vitrinePayments.abi.Pack("setPlatform", platform)
}

// PackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (vitrinePayments *VitrinePayments) PackSupportsInterface(interfaceId [4]byte) []byte {
	enc, err := vitrinePayments.abi.Pack("supportsInterface", interfaceId)
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
func (vitrinePayments *VitrinePayments) TryPackSupportsInterface(interfaceId [4]byte) ([]byte, error) {
	return vitrinePayments.abi.Pack("supportsInterface", interfaceId)
}

// UnpackSupportsInterface is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01ffc9a7.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (vitrinePayments *VitrinePayments) UnpackSupportsInterface(data []byte) (bool, error) {
	out, err := vitrinePayments.abi.Unpack("supportsInterface", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackUnpause is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3f4ba83a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function unpause() returns()
func (vitrinePayments *VitrinePayments) PackUnpause() []byte {
	enc, err := vitrinePayments.abi.Pack("unpause")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackUnpause is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3f4ba83a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function unpause() returns()
func (vitrinePayments *VitrinePayments) TryPackUnpause() ([]byte, error) {
	return vitrinePayments.abi.Pack("unpause")
}

// PackWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x51cff8d9.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function withdraw(address payee) returns()
func (vitrinePayments *VitrinePayments) PackWithdraw(payee common.Address) []byte {
	enc, err := vitrinePayments.abi.Pack("withdraw", payee)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackWithdraw is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x51cff8d9.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function withdraw(address payee) returns()
func (vitrinePayments *VitrinePayments) TryPackWithdraw(payee common.Address) ([]byte, error) {
	return vitrinePayments.abi.Pack("withdraw", payee)
}

// VitrinePaymentsCancelled represents a Cancelled event raised by the VitrinePayments contract.
type VitrinePaymentsCancelled struct {
	OrderId [32]byte
	Raw     *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsCancelledEventName = "Cancelled"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsCancelled) ContractEventName() string {
	return VitrinePaymentsCancelledEventName
}

// UnpackCancelledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Cancelled(bytes32 indexed orderId)
func (vitrinePayments *VitrinePayments) UnpackCancelledEvent(log *types.Log) (*VitrinePaymentsCancelled, error) {
	event := "Cancelled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsCancelled)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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

// VitrinePaymentsDefaultAdminDelayChangeCanceled represents a DefaultAdminDelayChangeCanceled event raised by the VitrinePayments contract.
type VitrinePaymentsDefaultAdminDelayChangeCanceled struct {
	Raw *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsDefaultAdminDelayChangeCanceledEventName = "DefaultAdminDelayChangeCanceled"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsDefaultAdminDelayChangeCanceled) ContractEventName() string {
	return VitrinePaymentsDefaultAdminDelayChangeCanceledEventName
}

// UnpackDefaultAdminDelayChangeCanceledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminDelayChangeCanceled()
func (vitrinePayments *VitrinePayments) UnpackDefaultAdminDelayChangeCanceledEvent(log *types.Log) (*VitrinePaymentsDefaultAdminDelayChangeCanceled, error) {
	event := "DefaultAdminDelayChangeCanceled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsDefaultAdminDelayChangeCanceled)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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

// VitrinePaymentsDefaultAdminDelayChangeScheduled represents a DefaultAdminDelayChangeScheduled event raised by the VitrinePayments contract.
type VitrinePaymentsDefaultAdminDelayChangeScheduled struct {
	NewDelay       *big.Int
	EffectSchedule *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsDefaultAdminDelayChangeScheduledEventName = "DefaultAdminDelayChangeScheduled"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsDefaultAdminDelayChangeScheduled) ContractEventName() string {
	return VitrinePaymentsDefaultAdminDelayChangeScheduledEventName
}

// UnpackDefaultAdminDelayChangeScheduledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminDelayChangeScheduled(uint48 newDelay, uint48 effectSchedule)
func (vitrinePayments *VitrinePayments) UnpackDefaultAdminDelayChangeScheduledEvent(log *types.Log) (*VitrinePaymentsDefaultAdminDelayChangeScheduled, error) {
	event := "DefaultAdminDelayChangeScheduled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsDefaultAdminDelayChangeScheduled)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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

// VitrinePaymentsDefaultAdminTransferCanceled represents a DefaultAdminTransferCanceled event raised by the VitrinePayments contract.
type VitrinePaymentsDefaultAdminTransferCanceled struct {
	Raw *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsDefaultAdminTransferCanceledEventName = "DefaultAdminTransferCanceled"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsDefaultAdminTransferCanceled) ContractEventName() string {
	return VitrinePaymentsDefaultAdminTransferCanceledEventName
}

// UnpackDefaultAdminTransferCanceledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminTransferCanceled()
func (vitrinePayments *VitrinePayments) UnpackDefaultAdminTransferCanceledEvent(log *types.Log) (*VitrinePaymentsDefaultAdminTransferCanceled, error) {
	event := "DefaultAdminTransferCanceled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsDefaultAdminTransferCanceled)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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

// VitrinePaymentsDefaultAdminTransferScheduled represents a DefaultAdminTransferScheduled event raised by the VitrinePayments contract.
type VitrinePaymentsDefaultAdminTransferScheduled struct {
	NewAdmin       common.Address
	AcceptSchedule *big.Int
	Raw            *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsDefaultAdminTransferScheduledEventName = "DefaultAdminTransferScheduled"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsDefaultAdminTransferScheduled) ContractEventName() string {
	return VitrinePaymentsDefaultAdminTransferScheduledEventName
}

// UnpackDefaultAdminTransferScheduledEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event DefaultAdminTransferScheduled(address indexed newAdmin, uint48 acceptSchedule)
func (vitrinePayments *VitrinePayments) UnpackDefaultAdminTransferScheduledEvent(log *types.Log) (*VitrinePaymentsDefaultAdminTransferScheduled, error) {
	event := "DefaultAdminTransferScheduled"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsDefaultAdminTransferScheduled)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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

// VitrinePaymentsEIP712DomainChanged represents a EIP712DomainChanged event raised by the VitrinePayments contract.
type VitrinePaymentsEIP712DomainChanged struct {
	Raw *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsEIP712DomainChangedEventName = "EIP712DomainChanged"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsEIP712DomainChanged) ContractEventName() string {
	return VitrinePaymentsEIP712DomainChangedEventName
}

// UnpackEIP712DomainChangedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event EIP712DomainChanged()
func (vitrinePayments *VitrinePayments) UnpackEIP712DomainChangedEvent(log *types.Log) (*VitrinePaymentsEIP712DomainChanged, error) {
	event := "EIP712DomainChanged"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsEIP712DomainChanged)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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

// VitrinePaymentsPaid represents a Paid event raised by the VitrinePayments contract.
type VitrinePaymentsPaid struct {
	OrderId       [32]byte
	IntentHash    [32]byte
	Payer         common.Address
	Amount        *big.Int
	Artist        common.Address
	ArtistShare   *big.Int
	RefundAddress common.Address
	Raw           *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsPaidEventName = "Paid"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsPaid) ContractEventName() string {
	return VitrinePaymentsPaidEventName
}

// UnpackPaidEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Paid(bytes32 indexed orderId, bytes32 indexed intentHash, address indexed payer, uint256 amount, address artist, uint256 artistShare, address refundAddress)
func (vitrinePayments *VitrinePayments) UnpackPaidEvent(log *types.Log) (*VitrinePaymentsPaid, error) {
	event := "Paid"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsPaid)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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

// VitrinePaymentsPaused represents a Paused event raised by the VitrinePayments contract.
type VitrinePaymentsPaused struct {
	Account common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsPausedEventName = "Paused"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsPaused) ContractEventName() string {
	return VitrinePaymentsPausedEventName
}

// UnpackPausedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Paused(address account)
func (vitrinePayments *VitrinePayments) UnpackPausedEvent(log *types.Log) (*VitrinePaymentsPaused, error) {
	event := "Paused"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsPaused)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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

// VitrinePaymentsPlatformChanged represents a PlatformChanged event raised by the VitrinePayments contract.
type VitrinePaymentsPlatformChanged struct {
	Previous common.Address
	Current  common.Address
	Raw      *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsPlatformChangedEventName = "PlatformChanged"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsPlatformChanged) ContractEventName() string {
	return VitrinePaymentsPlatformChangedEventName
}

// UnpackPlatformChangedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event PlatformChanged(address indexed previous, address indexed current)
func (vitrinePayments *VitrinePayments) UnpackPlatformChangedEvent(log *types.Log) (*VitrinePaymentsPlatformChanged, error) {
	event := "PlatformChanged"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsPlatformChanged)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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

// VitrinePaymentsRefunded represents a Refunded event raised by the VitrinePayments contract.
type VitrinePaymentsRefunded struct {
	RefundId [32]byte
	Sender   common.Address
	To       common.Address
	Amount   *big.Int
	Raw      *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsRefundedEventName = "Refunded"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsRefunded) ContractEventName() string {
	return VitrinePaymentsRefundedEventName
}

// UnpackRefundedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Refunded(bytes32 indexed refundId, address indexed sender, address indexed to, uint256 amount)
func (vitrinePayments *VitrinePayments) UnpackRefundedEvent(log *types.Log) (*VitrinePaymentsRefunded, error) {
	event := "Refunded"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsRefunded)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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

// VitrinePaymentsRoleAdminChanged represents a RoleAdminChanged event raised by the VitrinePayments contract.
type VitrinePaymentsRoleAdminChanged struct {
	Role              [32]byte
	PreviousAdminRole [32]byte
	NewAdminRole      [32]byte
	Raw               *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsRoleAdminChangedEventName = "RoleAdminChanged"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsRoleAdminChanged) ContractEventName() string {
	return VitrinePaymentsRoleAdminChangedEventName
}

// UnpackRoleAdminChangedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleAdminChanged(bytes32 indexed role, bytes32 indexed previousAdminRole, bytes32 indexed newAdminRole)
func (vitrinePayments *VitrinePayments) UnpackRoleAdminChangedEvent(log *types.Log) (*VitrinePaymentsRoleAdminChanged, error) {
	event := "RoleAdminChanged"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsRoleAdminChanged)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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

// VitrinePaymentsRoleGranted represents a RoleGranted event raised by the VitrinePayments contract.
type VitrinePaymentsRoleGranted struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsRoleGrantedEventName = "RoleGranted"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsRoleGranted) ContractEventName() string {
	return VitrinePaymentsRoleGrantedEventName
}

// UnpackRoleGrantedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)
func (vitrinePayments *VitrinePayments) UnpackRoleGrantedEvent(log *types.Log) (*VitrinePaymentsRoleGranted, error) {
	event := "RoleGranted"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsRoleGranted)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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

// VitrinePaymentsRoleRevoked represents a RoleRevoked event raised by the VitrinePayments contract.
type VitrinePaymentsRoleRevoked struct {
	Role    [32]byte
	Account common.Address
	Sender  common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsRoleRevokedEventName = "RoleRevoked"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsRoleRevoked) ContractEventName() string {
	return VitrinePaymentsRoleRevokedEventName
}

// UnpackRoleRevokedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)
func (vitrinePayments *VitrinePayments) UnpackRoleRevokedEvent(log *types.Log) (*VitrinePaymentsRoleRevoked, error) {
	event := "RoleRevoked"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsRoleRevoked)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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

// VitrinePaymentsUnpaused represents a Unpaused event raised by the VitrinePayments contract.
type VitrinePaymentsUnpaused struct {
	Account common.Address
	Raw     *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsUnpausedEventName = "Unpaused"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsUnpaused) ContractEventName() string {
	return VitrinePaymentsUnpausedEventName
}

// UnpackUnpausedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Unpaused(address account)
func (vitrinePayments *VitrinePayments) UnpackUnpausedEvent(log *types.Log) (*VitrinePaymentsUnpaused, error) {
	event := "Unpaused"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsUnpaused)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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

// VitrinePaymentsWithdrawn represents a Withdrawn event raised by the VitrinePayments contract.
type VitrinePaymentsWithdrawn struct {
	Payee  common.Address
	Amount *big.Int
	Raw    *types.Log // Blockchain specific contextual infos
}

const VitrinePaymentsWithdrawnEventName = "Withdrawn"

// ContractEventName returns the user-defined event name.
func (VitrinePaymentsWithdrawn) ContractEventName() string {
	return VitrinePaymentsWithdrawnEventName
}

// UnpackWithdrawnEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event Withdrawn(address indexed payee, uint256 amount)
func (vitrinePayments *VitrinePayments) UnpackWithdrawnEvent(log *types.Log) (*VitrinePaymentsWithdrawn, error) {
	event := "Withdrawn"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePayments.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePaymentsWithdrawn)
	if len(log.Data) > 0 {
		if err := vitrinePayments.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePayments.abi.Events[event].Inputs {
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
func (vitrinePayments *VitrinePayments) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["AccessControlBadConfirmation"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackAccessControlBadConfirmationError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["AccessControlEnforcedDefaultAdminDelay"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackAccessControlEnforcedDefaultAdminDelayError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["AccessControlEnforcedDefaultAdminRules"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackAccessControlEnforcedDefaultAdminRulesError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["AccessControlInvalidDefaultAdmin"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackAccessControlInvalidDefaultAdminError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["AccessControlUnauthorizedAccount"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackAccessControlUnauthorizedAccountError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["AlreadyPaid"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackAlreadyPaidError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["AlreadyRefunded"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackAlreadyRefundedError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["EnforcedPause"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackEnforcedPauseError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["ExpectedPause"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackExpectedPauseError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["InvalidPlatform"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackInvalidPlatformError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["InvalidShortString"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackInvalidShortStringError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["InvalidSignature"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackInvalidSignatureError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["NothingToWithdraw"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackNothingToWithdrawError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["OrderCancelled"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackOrderCancelledError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["QuoteExpired"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackQuoteExpiredError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["ReentrancyGuardReentrantCall"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackReentrancyGuardReentrantCallError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["RefundNotCovered"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackRefundNotCoveredError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["RefundRefused"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackRefundRefusedError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["SafeCastOverflowedUintDowncast"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackSafeCastOverflowedUintDowncastError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["ShareExceedsAmount"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackShareExceedsAmountError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["StringTooLong"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackStringTooLongError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["UnknownSigner"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackUnknownSignerError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["WithdrawalFailed"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackWithdrawalFailedError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePayments.abi.Errors["WrongAmount"].ID.Bytes()[:4]) {
		return vitrinePayments.UnpackWrongAmountError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// VitrinePaymentsAccessControlBadConfirmation represents a AccessControlBadConfirmation error raised by the VitrinePayments contract.
type VitrinePaymentsAccessControlBadConfirmation struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlBadConfirmation()
func VitrinePaymentsAccessControlBadConfirmationErrorID() common.Hash {
	return common.HexToHash("0x6697b23232a647058342c0724fe7c415cab25915b54e5dbc03f233173d37b41c")
}

// UnpackAccessControlBadConfirmationError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlBadConfirmation()
func (vitrinePayments *VitrinePayments) UnpackAccessControlBadConfirmationError(raw []byte) (*VitrinePaymentsAccessControlBadConfirmation, error) {
	out := new(VitrinePaymentsAccessControlBadConfirmation)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "AccessControlBadConfirmation", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsAccessControlEnforcedDefaultAdminDelay represents a AccessControlEnforcedDefaultAdminDelay error raised by the VitrinePayments contract.
type VitrinePaymentsAccessControlEnforcedDefaultAdminDelay struct {
	Schedule *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlEnforcedDefaultAdminDelay(uint48 schedule)
func VitrinePaymentsAccessControlEnforcedDefaultAdminDelayErrorID() common.Hash {
	return common.HexToHash("0x19ca5ebb8fb33f00e502c9392eddab1501674629178bf69b853cf037aaf4bb5d")
}

// UnpackAccessControlEnforcedDefaultAdminDelayError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlEnforcedDefaultAdminDelay(uint48 schedule)
func (vitrinePayments *VitrinePayments) UnpackAccessControlEnforcedDefaultAdminDelayError(raw []byte) (*VitrinePaymentsAccessControlEnforcedDefaultAdminDelay, error) {
	out := new(VitrinePaymentsAccessControlEnforcedDefaultAdminDelay)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "AccessControlEnforcedDefaultAdminDelay", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsAccessControlEnforcedDefaultAdminRules represents a AccessControlEnforcedDefaultAdminRules error raised by the VitrinePayments contract.
type VitrinePaymentsAccessControlEnforcedDefaultAdminRules struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlEnforcedDefaultAdminRules()
func VitrinePaymentsAccessControlEnforcedDefaultAdminRulesErrorID() common.Hash {
	return common.HexToHash("0x3fc3c27ae3db78c81b8f6e685172134623efa268ee8cd8d54be38ad2a74fc13b")
}

// UnpackAccessControlEnforcedDefaultAdminRulesError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlEnforcedDefaultAdminRules()
func (vitrinePayments *VitrinePayments) UnpackAccessControlEnforcedDefaultAdminRulesError(raw []byte) (*VitrinePaymentsAccessControlEnforcedDefaultAdminRules, error) {
	out := new(VitrinePaymentsAccessControlEnforcedDefaultAdminRules)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "AccessControlEnforcedDefaultAdminRules", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsAccessControlInvalidDefaultAdmin represents a AccessControlInvalidDefaultAdmin error raised by the VitrinePayments contract.
type VitrinePaymentsAccessControlInvalidDefaultAdmin struct {
	DefaultAdmin common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlInvalidDefaultAdmin(address defaultAdmin)
func VitrinePaymentsAccessControlInvalidDefaultAdminErrorID() common.Hash {
	return common.HexToHash("0xc22c8022f2a840d6b6a9f113407715f5bbd4e88c1b0dd9434dc00700ba609ed4")
}

// UnpackAccessControlInvalidDefaultAdminError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlInvalidDefaultAdmin(address defaultAdmin)
func (vitrinePayments *VitrinePayments) UnpackAccessControlInvalidDefaultAdminError(raw []byte) (*VitrinePaymentsAccessControlInvalidDefaultAdmin, error) {
	out := new(VitrinePaymentsAccessControlInvalidDefaultAdmin)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "AccessControlInvalidDefaultAdmin", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsAccessControlUnauthorizedAccount represents a AccessControlUnauthorizedAccount error raised by the VitrinePayments contract.
type VitrinePaymentsAccessControlUnauthorizedAccount struct {
	Account    common.Address
	NeededRole [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func VitrinePaymentsAccessControlUnauthorizedAccountErrorID() common.Hash {
	return common.HexToHash("0xe2517d3fbfae6f8515ef5ff1ccedc3933ab0cbbda0b492c06eb54ad10ef03b3e")
}

// UnpackAccessControlUnauthorizedAccountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)
func (vitrinePayments *VitrinePayments) UnpackAccessControlUnauthorizedAccountError(raw []byte) (*VitrinePaymentsAccessControlUnauthorizedAccount, error) {
	out := new(VitrinePaymentsAccessControlUnauthorizedAccount)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "AccessControlUnauthorizedAccount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsAlreadyPaid represents a AlreadyPaid error raised by the VitrinePayments contract.
type VitrinePaymentsAlreadyPaid struct {
	OrderId [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AlreadyPaid(bytes32 orderId)
func VitrinePaymentsAlreadyPaidErrorID() common.Hash {
	return common.HexToHash("0xf4b76a0e190620c3521e4dfff16272055d2f85fe92a49677762cbf7ede84fc06")
}

// UnpackAlreadyPaidError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AlreadyPaid(bytes32 orderId)
func (vitrinePayments *VitrinePayments) UnpackAlreadyPaidError(raw []byte) (*VitrinePaymentsAlreadyPaid, error) {
	out := new(VitrinePaymentsAlreadyPaid)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "AlreadyPaid", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsAlreadyRefunded represents a AlreadyRefunded error raised by the VitrinePayments contract.
type VitrinePaymentsAlreadyRefunded struct {
	RefundId [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error AlreadyRefunded(bytes32 refundId)
func VitrinePaymentsAlreadyRefundedErrorID() common.Hash {
	return common.HexToHash("0x1316266ba3ff443517fba55d6b2883c184e517396b6f570bcdb66784249e78ff")
}

// UnpackAlreadyRefundedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error AlreadyRefunded(bytes32 refundId)
func (vitrinePayments *VitrinePayments) UnpackAlreadyRefundedError(raw []byte) (*VitrinePaymentsAlreadyRefunded, error) {
	out := new(VitrinePaymentsAlreadyRefunded)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "AlreadyRefunded", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsEnforcedPause represents a EnforcedPause error raised by the VitrinePayments contract.
type VitrinePaymentsEnforcedPause struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error EnforcedPause()
func VitrinePaymentsEnforcedPauseErrorID() common.Hash {
	return common.HexToHash("0xd93c0665d6c96d04a8f174024fc4ddd66c250604aff22bbec808de86dd3637e3")
}

// UnpackEnforcedPauseError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error EnforcedPause()
func (vitrinePayments *VitrinePayments) UnpackEnforcedPauseError(raw []byte) (*VitrinePaymentsEnforcedPause, error) {
	out := new(VitrinePaymentsEnforcedPause)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "EnforcedPause", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsExpectedPause represents a ExpectedPause error raised by the VitrinePayments contract.
type VitrinePaymentsExpectedPause struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ExpectedPause()
func VitrinePaymentsExpectedPauseErrorID() common.Hash {
	return common.HexToHash("0x8dfc202bcfe9a735b559bee70674422512bc5c30f687046ae8778315fb81da44")
}

// UnpackExpectedPauseError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ExpectedPause()
func (vitrinePayments *VitrinePayments) UnpackExpectedPauseError(raw []byte) (*VitrinePaymentsExpectedPause, error) {
	out := new(VitrinePaymentsExpectedPause)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "ExpectedPause", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsInvalidPlatform represents a InvalidPlatform error raised by the VitrinePayments contract.
type VitrinePaymentsInvalidPlatform struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidPlatform()
func VitrinePaymentsInvalidPlatformErrorID() common.Hash {
	return common.HexToHash("0x62f0746f1a5c097931c0a251929011e54b21baef7b0120f5aad2bb81b99a30e4")
}

// UnpackInvalidPlatformError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidPlatform()
func (vitrinePayments *VitrinePayments) UnpackInvalidPlatformError(raw []byte) (*VitrinePaymentsInvalidPlatform, error) {
	out := new(VitrinePaymentsInvalidPlatform)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "InvalidPlatform", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsInvalidShortString represents a InvalidShortString error raised by the VitrinePayments contract.
type VitrinePaymentsInvalidShortString struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidShortString()
func VitrinePaymentsInvalidShortStringErrorID() common.Hash {
	return common.HexToHash("0xb3512b0c6163e5f0bafab72bb631b9d58cd7a731b082f910338aa21c83d5c274")
}

// UnpackInvalidShortStringError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidShortString()
func (vitrinePayments *VitrinePayments) UnpackInvalidShortStringError(raw []byte) (*VitrinePaymentsInvalidShortString, error) {
	out := new(VitrinePaymentsInvalidShortString)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "InvalidShortString", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsInvalidSignature represents a InvalidSignature error raised by the VitrinePayments contract.
type VitrinePaymentsInvalidSignature struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidSignature()
func VitrinePaymentsInvalidSignatureErrorID() common.Hash {
	return common.HexToHash("0x8baa579fce362245063d36f11747a89dd489c54795634fc673cc0e0db51fedc5")
}

// UnpackInvalidSignatureError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidSignature()
func (vitrinePayments *VitrinePayments) UnpackInvalidSignatureError(raw []byte) (*VitrinePaymentsInvalidSignature, error) {
	out := new(VitrinePaymentsInvalidSignature)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "InvalidSignature", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsNothingToWithdraw represents a NothingToWithdraw error raised by the VitrinePayments contract.
type VitrinePaymentsNothingToWithdraw struct {
	Payee common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NothingToWithdraw(address payee)
func VitrinePaymentsNothingToWithdrawErrorID() common.Hash {
	return common.HexToHash("0xdc69dc16e4a8405b44139edda9a06ee66b303337358b6f4633533d65de15b7f4")
}

// UnpackNothingToWithdrawError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NothingToWithdraw(address payee)
func (vitrinePayments *VitrinePayments) UnpackNothingToWithdrawError(raw []byte) (*VitrinePaymentsNothingToWithdraw, error) {
	out := new(VitrinePaymentsNothingToWithdraw)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "NothingToWithdraw", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsOrderCancelled represents a OrderCancelled error raised by the VitrinePayments contract.
type VitrinePaymentsOrderCancelled struct {
	OrderId [32]byte
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error OrderCancelled(bytes32 orderId)
func VitrinePaymentsOrderCancelledErrorID() common.Hash {
	return common.HexToHash("0x5152abf959f6564662358c2e52b702259b78bac5ee7842a0f01937e670efcc7d")
}

// UnpackOrderCancelledError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error OrderCancelled(bytes32 orderId)
func (vitrinePayments *VitrinePayments) UnpackOrderCancelledError(raw []byte) (*VitrinePaymentsOrderCancelled, error) {
	out := new(VitrinePaymentsOrderCancelled)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "OrderCancelled", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsQuoteExpired represents a QuoteExpired error raised by the VitrinePayments contract.
type VitrinePaymentsQuoteExpired struct {
	Deadline uint64
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error QuoteExpired(uint64 deadline)
func VitrinePaymentsQuoteExpiredErrorID() common.Hash {
	return common.HexToHash("0x1f99570c19bcdcea4549a8d28534374e9a66ed2e9e9e8d0c9526bf3d1faa00e4")
}

// UnpackQuoteExpiredError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error QuoteExpired(uint64 deadline)
func (vitrinePayments *VitrinePayments) UnpackQuoteExpiredError(raw []byte) (*VitrinePaymentsQuoteExpired, error) {
	out := new(VitrinePaymentsQuoteExpired)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "QuoteExpired", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsReentrancyGuardReentrantCall represents a ReentrancyGuardReentrantCall error raised by the VitrinePayments contract.
type VitrinePaymentsReentrancyGuardReentrantCall struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ReentrancyGuardReentrantCall()
func VitrinePaymentsReentrancyGuardReentrantCallErrorID() common.Hash {
	return common.HexToHash("0x3ee5aeb571de7fc460830b4d0017439a1ca56fb0bc39062227ade4fe4a24c1ca")
}

// UnpackReentrancyGuardReentrantCallError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ReentrancyGuardReentrantCall()
func (vitrinePayments *VitrinePayments) UnpackReentrancyGuardReentrantCallError(raw []byte) (*VitrinePaymentsReentrancyGuardReentrantCall, error) {
	out := new(VitrinePaymentsReentrancyGuardReentrantCall)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "ReentrancyGuardReentrantCall", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsRefundNotCovered represents a RefundNotCovered error raised by the VitrinePayments contract.
type VitrinePaymentsRefundNotCovered struct {
	Amount    *big.Int
	Available *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error RefundNotCovered(uint256 amount, uint256 available)
func VitrinePaymentsRefundNotCoveredErrorID() common.Hash {
	return common.HexToHash("0x6d32c023e042618106f731b136d375a4de0f1df85fff219a9b48a8a29be2d410")
}

// UnpackRefundNotCoveredError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error RefundNotCovered(uint256 amount, uint256 available)
func (vitrinePayments *VitrinePayments) UnpackRefundNotCoveredError(raw []byte) (*VitrinePaymentsRefundNotCovered, error) {
	out := new(VitrinePaymentsRefundNotCovered)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "RefundNotCovered", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsRefundRefused represents a RefundRefused error raised by the VitrinePayments contract.
type VitrinePaymentsRefundRefused struct {
	To common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error RefundRefused(address to)
func VitrinePaymentsRefundRefusedErrorID() common.Hash {
	return common.HexToHash("0x0628f858b4d7e466155aeac9efc3b8ac70e46bd38ee5df476fd71d39215cc43e")
}

// UnpackRefundRefusedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error RefundRefused(address to)
func (vitrinePayments *VitrinePayments) UnpackRefundRefusedError(raw []byte) (*VitrinePaymentsRefundRefused, error) {
	out := new(VitrinePaymentsRefundRefused)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "RefundRefused", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsSafeCastOverflowedUintDowncast represents a SafeCastOverflowedUintDowncast error raised by the VitrinePayments contract.
type VitrinePaymentsSafeCastOverflowedUintDowncast struct {
	Bits  uint8
	Value *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)
func VitrinePaymentsSafeCastOverflowedUintDowncastErrorID() common.Hash {
	return common.HexToHash("0x6dfcc6503a32754ce7a89698e18201fc5294fd4aad43edefee786f88423b1a12")
}

// UnpackSafeCastOverflowedUintDowncastError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)
func (vitrinePayments *VitrinePayments) UnpackSafeCastOverflowedUintDowncastError(raw []byte) (*VitrinePaymentsSafeCastOverflowedUintDowncast, error) {
	out := new(VitrinePaymentsSafeCastOverflowedUintDowncast)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "SafeCastOverflowedUintDowncast", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsShareExceedsAmount represents a ShareExceedsAmount error raised by the VitrinePayments contract.
type VitrinePaymentsShareExceedsAmount struct {
	ArtistShare *big.Int
	Amount      *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error ShareExceedsAmount(uint256 artistShare, uint256 amount)
func VitrinePaymentsShareExceedsAmountErrorID() common.Hash {
	return common.HexToHash("0x55bee083a3646ecb0979749abf251643481da8f25abd9cccc4fe41ad317ef442")
}

// UnpackShareExceedsAmountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error ShareExceedsAmount(uint256 artistShare, uint256 amount)
func (vitrinePayments *VitrinePayments) UnpackShareExceedsAmountError(raw []byte) (*VitrinePaymentsShareExceedsAmount, error) {
	out := new(VitrinePaymentsShareExceedsAmount)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "ShareExceedsAmount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsStringTooLong represents a StringTooLong error raised by the VitrinePayments contract.
type VitrinePaymentsStringTooLong struct {
	Str string
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error StringTooLong(string str)
func VitrinePaymentsStringTooLongErrorID() common.Hash {
	return common.HexToHash("0x305a27a93f8e33b7392df0a0f91d6fc63847395853c45991eec52dbf24d72381")
}

// UnpackStringTooLongError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error StringTooLong(string str)
func (vitrinePayments *VitrinePayments) UnpackStringTooLongError(raw []byte) (*VitrinePaymentsStringTooLong, error) {
	out := new(VitrinePaymentsStringTooLong)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "StringTooLong", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsUnknownSigner represents a UnknownSigner error raised by the VitrinePayments contract.
type VitrinePaymentsUnknownSigner struct {
	Signer common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error UnknownSigner(address signer)
func VitrinePaymentsUnknownSignerErrorID() common.Hash {
	return common.HexToHash("0xd7e8a2c26fd6e574581d4dadb54adcae8e49f64b22b2d5386731d559357f82c3")
}

// UnpackUnknownSignerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error UnknownSigner(address signer)
func (vitrinePayments *VitrinePayments) UnpackUnknownSignerError(raw []byte) (*VitrinePaymentsUnknownSigner, error) {
	out := new(VitrinePaymentsUnknownSigner)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "UnknownSigner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsWithdrawalFailed represents a WithdrawalFailed error raised by the VitrinePayments contract.
type VitrinePaymentsWithdrawalFailed struct {
	Payee common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error WithdrawalFailed(address payee)
func VitrinePaymentsWithdrawalFailedErrorID() common.Hash {
	return common.HexToHash("0x4e11b02e907a894d1f823930b456db8455a8a5b9973880fee465cec18fabfa56")
}

// UnpackWithdrawalFailedError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error WithdrawalFailed(address payee)
func (vitrinePayments *VitrinePayments) UnpackWithdrawalFailedError(raw []byte) (*VitrinePaymentsWithdrawalFailed, error) {
	out := new(VitrinePaymentsWithdrawalFailed)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "WithdrawalFailed", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePaymentsWrongAmount represents a WrongAmount error raised by the VitrinePayments contract.
type VitrinePaymentsWrongAmount struct {
	Expected *big.Int
	Sent     *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error WrongAmount(uint256 expected, uint256 sent)
func VitrinePaymentsWrongAmountErrorID() common.Hash {
	return common.HexToHash("0x312b00334db1ea2e47ca02471f2084ea5861925ada5b716a536b2b60e824c081")
}

// UnpackWrongAmountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error WrongAmount(uint256 expected, uint256 sent)
func (vitrinePayments *VitrinePayments) UnpackWrongAmountError(raw []byte) (*VitrinePaymentsWrongAmount, error) {
	out := new(VitrinePaymentsWrongAmount)
	if err := vitrinePayments.abi.UnpackIntoInterface(out, "WrongAmount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

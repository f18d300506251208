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
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"admin\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"quoteSigner\",\"type\":\"address\"},{\"internalType\":\"address\",\"name\":\"platform_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[],\"name\":\"AccessControlBadConfirmation\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"neededRole\",\"type\":\"bytes32\"}],\"name\":\"AccessControlUnauthorizedAccount\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"}],\"name\":\"AlreadyPaid\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"refundId\",\"type\":\"bytes32\"}],\"name\":\"AlreadyRefunded\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"EnforcedPause\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"ExpectedPause\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidPlatform\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidShortString\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"InvalidSignature\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"payee\",\"type\":\"address\"}],\"name\":\"NothingToWithdraw\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"}],\"name\":\"OrderCancelled\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint64\",\"name\":\"deadline\",\"type\":\"uint64\"}],\"name\":\"QuoteExpired\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"ReentrancyGuardReentrantCall\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"available\",\"type\":\"uint256\"}],\"name\":\"RefundNotCovered\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"}],\"name\":\"RefundRefused\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"artistShare\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"ShareExceedsAmount\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"string\",\"name\":\"str\",\"type\":\"string\"}],\"name\":\"StringTooLong\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"signer\",\"type\":\"address\"}],\"name\":\"UnknownSigner\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"payee\",\"type\":\"address\"}],\"name\":\"WithdrawalFailed\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"uint256\",\"name\":\"expected\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"sent\",\"type\":\"uint256\"}],\"name\":\"WrongAmount\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"}],\"name\":\"Cancelled\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[],\"name\":\"EIP712DomainChanged\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"intentHash\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"payer\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"artist\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"artistShare\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"refundAddress\",\"type\":\"address\"}],\"name\":\"Paid\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"Paused\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"previous\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"current\",\"type\":\"address\"}],\"name\":\"PlatformChanged\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"refundId\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"Refunded\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"previousAdminRole\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"newAdminRole\",\"type\":\"bytes32\"}],\"name\":\"RoleAdminChanged\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"}],\"name\":\"RoleGranted\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"}],\"name\":\"RoleRevoked\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":false,\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"Unpaused\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"payee\",\"type\":\"address\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"Withdrawn\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"DEFAULT_ADMIN_ROLE\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"INTENT_TYPEHASH\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"QUOTE_SIGNER_ROLE\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"REFUND_GAS\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"payee\",\"type\":\"address\"}],\"name\":\"balanceOf\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"}],\"name\":\"cancel\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"}],\"name\":\"cancelled\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"eip712Domain\",\"outputs\":[{\"internalType\":\"bytes1\",\"name\":\"fields\",\"type\":\"bytes1\"},{\"internalType\":\"string\",\"name\":\"name\",\"type\":\"string\"},{\"internalType\":\"string\",\"name\":\"version\",\"type\":\"string\"},{\"internalType\":\"uint256\",\"name\":\"chainId\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"verifyingContract\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"salt\",\"type\":\"bytes32\"},{\"internalType\":\"uint256[]\",\"name\":\"extensions\",\"type\":\"uint256[]\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"}],\"name\":\"getRoleAdmin\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"grantRole\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"hasRole\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"artist\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"artistShare\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"refundAddress\",\"type\":\"address\"},{\"internalType\":\"uint64\",\"name\":\"deadline\",\"type\":\"uint64\"}],\"internalType\":\"structIntent\",\"name\":\"intent\",\"type\":\"tuple\"}],\"name\":\"intentHash\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"}],\"name\":\"paid\",\"outputs\":[{\"internalType\":\"bytes32\",\"name\":\"intentHash\",\"type\":\"bytes32\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"pause\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"paused\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"components\":[{\"internalType\":\"bytes32\",\"name\":\"orderId\",\"type\":\"bytes32\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"artist\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"artistShare\",\"type\":\"uint256\"},{\"internalType\":\"address\",\"name\":\"refundAddress\",\"type\":\"address\"},{\"internalType\":\"uint64\",\"name\":\"deadline\",\"type\":\"uint64\"}],\"internalType\":\"structIntent\",\"name\":\"intent\",\"type\":\"tuple\"},{\"internalType\":\"bytes\",\"name\":\"signature\",\"type\":\"bytes\"}],\"name\":\"pay\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"platform\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"refundId\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"to\",\"type\":\"address\"},{\"internalType\":\"uint256\",\"name\":\"amount\",\"type\":\"uint256\"}],\"name\":\"refund\",\"outputs\":[],\"stateMutability\":\"payable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"sender\",\"type\":\"address\"},{\"internalType\":\"bytes32\",\"name\":\"refundId\",\"type\":\"bytes32\"}],\"name\":\"refunded\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"callerConfirmation\",\"type\":\"address\"}],\"name\":\"renounceRole\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"role\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"revokeRole\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"platform_\",\"type\":\"address\"}],\"name\":\"setPlatform\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes4\",\"name\":\"interfaceId\",\"type\":\"bytes4\"}],\"name\":\"supportsInterface\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"unpause\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"payee\",\"type\":\"address\"}],\"name\":\"withdraw\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "VitrinePayments",
	Bin: "0x610160604052348015610010575f5ffd5b50604051611af4380380611af483398101604081905261002f916102f6565b6040518060400160405280601081526020016f56697472696e65205061796d656e747360801b815250604051806040016040528060018152602001603160f81b8152506100818261016a60201b60201c565b6101205261008e8161016a565b61014052815160208084019190912060e052815190820120610100524660a05261011a60e05161010051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60805250503060c05261012d5f846101b0565b506101587f5ad4c58af6038875a8389a5a539d5aa4662d7168cd0c214c7c203da21c0a0d4f836101b0565b5061016281610259565b505050610391565b5f5f829050601f8151111561019d578260405163305a27a960e01b81526004016101949190610336565b60405180910390fd5b80516101a88261036b565b179392505050565b5f828152602081815260408083206001600160a01b038516845290915281205460ff16610250575f838152602081815260408083206001600160a01b03861684529091529020805460ff191660011790556102083390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a4506001610253565b505f5b92915050565b6001600160a01b038116610280576040516362f0746f60e01b815260040160405180910390fd5b6008546040516001600160a01b038084169216907fee3b6438f29f5c43f30b4dbb1816ecb0dee1ace292914bdb2a3e8ea3ae79bbd3905f90a3600880546001600160a01b0319166001600160a01b0392909216919091179055565b80516001600160a01b03811681146102f1575f5ffd5b919050565b5f5f5f60608486031215610308575f5ffd5b610311846102db565b925061031f602085016102db565b915061032d604085016102db565b90509250925092565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b8051602080830151919081101561038b575f198160200360031b1b821691505b50919050565b60805160a05160c05160e0516101005161012051610140516117126103e25f395f6110db01525f6110ab01525f61134301525f61131b01525f61127601525f6112a001525f6112ca01526117125ff3fe608060405260043610610161575f3560e01c806370a08231116100cd578063add89bb211610087578063d3b581bd11610062578063d3b581bd1461043d578063d448b24d14610476578063d547741f1461048c578063ffeb71d3146104ab575f5ffd5b8063add89bb2146103c0578063b082a274146103eb578063c4d252f51461041e575f5ffd5b806370a082311461030957806372bc745e146103345780638456cb591461035357806384b0196e1461036757806391d148541461038e578063a217fddf146103ad575f5ffd5b80634020ed141161011e5780634020ed14146102575780634bde38c81461026a5780634e86a71c146102a157806351cff8d9146102b45780635c975abb146102d35780636945c5ea146102ea575f5ffd5b806301ffc9a714610165578063248a9ca3146101995780632ac12622146101d55780632f2ff15d1461020357806336568abe146102245780633f4ba83a14610243575b5f5ffd5b348015610170575f5ffd5b5061018461017f3660046113f7565b6104de565b60405190151581526020015b60405180910390f35b3480156101a4575f5ffd5b506101c76101b3366004611425565b5f9081526020819052604090206001015490565b604051908152602001610190565b3480156101e0575f5ffd5b506101846101ef366004611425565b60056020525f908152604090205460ff1681565b34801561020e575f5ffd5b5061022261021d366004611457565b610514565b005b34801561022f575f5ffd5b5061022261023e366004611457565b61053e565b34801561024e575f5ffd5b50610222610576565b610222610265366004611481565b61058b565b348015610275575f5ffd5b50600854610289906001600160a01b031681565b6040516001600160a01b039091168152602001610190565b6102226102af3660046114c9565b610727565b3480156102bf575f5ffd5b506102226102ce366004611548565b610a4a565b3480156102de575f5ffd5b5060015460ff16610184565b3480156102f5575f5ffd5b50610222610304366004611548565b610b6f565b348015610314575f5ffd5b506101c7610323366004611548565b60066020525f908152604090205481565b34801561033f575f5ffd5b506101c761034e366004611561565b610b86565b34801561035e575f5ffd5b50610222610c4a565b348015610372575f5ffd5b5061037b610c5c565b60405161019097969594939291906115a9565b348015610399575f5ffd5b506101846103a8366004611457565b610c9e565b3480156103b8575f5ffd5b506101c75f81565b3480156103cb575f5ffd5b506101c76103da366004611425565b60046020525f908152604090205481565b3480156103f6575f5ffd5b506101c77feb0486c88fe9b46d5527bf24f844eec12441002b64afaed800066a4c0b31724681565b348015610429575f5ffd5b50610222610438366004611425565b610cc6565b348015610448575f5ffd5b5061018461045736600461163f565b600760209081525f928352604080842090915290825290205460ff1681565b348015610481575f5ffd5b506101c7620186a081565b348015610497575f5ffd5b506102226104a6366004611457565b610d77565b3480156104b6575f5ffd5b506101c77f5ad4c58af6038875a8389a5a539d5aa4662d7168cd0c214c7c203da21c0a0d4f81565b5f6001600160e01b03198216637965db0b60e01b148061050e57506301ffc9a760e01b6001600160e01b03198316145b92915050565b5f8281526020819052604090206001015461052e81610d9b565b6105388383610da5565b50505050565b6001600160a01b03811633146105675760405163334bd91960e11b815260040160405180910390fd5b6105718282610e34565b505050565b5f61058081610d9b565b610588610e9d565b50565b610593610eef565b335f90815260076020908152604080832086845290915290205460ff16156105d657604051631316266b60e01b8152600481018490526024015b60405180910390fd5b335f908152600660205260408120546105f090349061167b565b90508082111561061d57604051636d32c02360e01b815260048101839052602481018290526044016105cd565b335f9081526007602090815260408083208784529091529020805460ff1916600117905561064b828261168e565b335f8181526006602090815260409182902093909355518481526001600160a01b0386169287917f2e0668a62a5f556368dca9c7113e20f2852c05155548243804bf714ce72b25a6910160405180910390a45f836001600160a01b031683620186a0906040515f60405180830381858888f193505050503d805f81146106ec576040519150601f19603f3d011682016040523d82523d5f602084013e6106f1565b606091505b505090508061071d5760405162c51f0b60e31b81526001600160a01b03851660048201526024016105cd565b5050610571610f26565b61072f610f50565b82355f908152600460205260409020541561076057604051637a5bb50760e11b8152833560048201526024016105cd565b82355f9081526005602052604090205460ff161561079457604051635152abf960e01b8152833560048201526024016105cd565b6107a460c0840160a085016116a1565b67ffffffffffffffff164211156107eb576107c560c0840160a085016116a1565b6040516307e655c360e21b815267ffffffffffffffff90911660048201526024016105cd565b8260200135341461081b5760405163312b003360e01b8152602084013560048201523460248201526044016105cd565b826020013583606001351115610854576040516355bee08360e01b815260608401356004820152602084013560248201526044016105cd565b5f61085e84610b86565b90505f5f61086d838686610f74565b5090925090505f816003811115610886576108866116c8565b146108a457604051638baa579f60e01b815260040160405180910390fd5b6108ce7f5ad4c58af6038875a8389a5a539d5aa4662d7168cd0c214c7c203da21c0a0d4f83610c9e565b6108f657604051636bf4516160e11b81526001600160a01b03831660048201526024016105cd565b85355f90815260046020526040808220859055819061091b9060608a01908a01611548565b6001600160a01b031614610933578660600135610935565b5f5b90508015610984578060065f61095160608b0160408c01611548565b6001600160a01b03166001600160a01b031681526020019081526020015f205f82825461097e919061167b565b90915550505b61099281602089013561168e565b6008546001600160a01b03165f90815260066020526040812080549091906109bb90849061167b565b909155503390508488357fc3b57bb9df97324604e35d0e922a5e77505b4dca36adc89acf44721e57dd1b3160208b01356109fb60608d0160408e01611548565b8c606001358d6080016020810190610a139190611548565b604080519485526001600160a01b03938416602086015284019190915216606082015260800160405180910390a450505050505050565b610a52610eef565b6001600160a01b0381165f9081526006602052604081205490819003610a9657604051636e34ee0b60e11b81526001600160a01b03831660048201526024016105cd565b6001600160a01b0382165f8181526006602052604080822091909155517f7084f5476618d8e60b11ef0d7d3f06914655adb8793e28ff7f018d4c76d505d590610ae29084815260200190565b60405180910390a25f826001600160a01b0316826040515f6040518083038185875af1925050503d805f8114610b33576040519150601f19603f3d011682016040523d82523d5f602084013e610b38565b606091505b5050905080610b6557604051632708d81760e11b81526001600160a01b03841660048201526024016105cd565b5050610588610f26565b5f610b7981610d9b565b610b8282610fbb565b5050565b5f61050e7feb0486c88fe9b46d5527bf24f844eec12441002b64afaed800066a4c0b31724683356020850135610bc26060870160408801611548565b6060870135610bd760a0890160808a01611548565b610be760c08a0160a08b016116a1565b60408051602081019890985287019590955260608601939093526001600160a01b03918216608086015260a08501521660c083015267ffffffffffffffff1660e0820152610100016040516020818303038152906040528051906020012061103d565b5f610c5481610d9b565b610588611069565b5f6060805f5f5f6060610c6d6110a4565b610c756110d4565b604080515f80825260208201909252600f60f81b9b939a50919850469750309650945092509050565b5f918252602082815260408084206001600160a01b0393909316845291905290205460ff1690565b7f5ad4c58af6038875a8389a5a539d5aa4662d7168cd0c214c7c203da21c0a0d4f610cf081610d9b565b5f8281526004602052604090205415610d1f57604051637a5bb50760e11b8152600481018390526024016105cd565b5f8281526005602052604090205460ff16610b82575f82815260056020526040808220805460ff191660011790555183917fbaa1eb22f2a492ba1a5fea61b8df4d27c6c8b5f3971e63bb58fa14ff72eedb7091a25050565b5f82815260208190526040902060010154610d9181610d9b565b6105388383610e34565b61058881336110ff565b5f610db08383610c9e565b610e2d575f838152602081815260408083206001600160a01b03861684529091529020805460ff19166001179055610de53390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a450600161050e565b505f61050e565b5f610e3f8383610c9e565b15610e2d575f838152602081815260408083206001600160a01b0386168085529252808320805460ff1916905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a450600161050e565b610ea5611138565b6001805460ff191690557f5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa335b6040516001600160a01b03909116815260200160405180910390a1565b610ef761115b565b610f2460017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b9061119b565b565b610f245f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f00610f1e565b60015460ff1615610f245760405163d93c066560e01b815260040160405180910390fd5b5f80806041849003610fa8578435602086013560408701355f1a610f9a898285856111a2565b955095509550505050610fb2565b505f915060029050825b93509350939050565b6001600160a01b038116610fe2576040516362f0746f60e01b815260040160405180910390fd5b6008546040516001600160a01b038084169216907fee3b6438f29f5c43f30b4dbb1816ecb0dee1ace292914bdb2a3e8ea3ae79bbd3905f90a3600880546001600160a01b0319166001600160a01b0392909216919091179055565b5f61050e61104961126a565b8360405161190160f01b8152600281019290925260228201526042902090565b611071610f50565b6001805460ff1916811790557f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a25833610ed2565b60606110cf7f0000000000000000000000000000000000000000000000000000000000000000611393565b905090565b60606110cf7f0000000000000000000000000000000000000000000000000000000000000000611393565b6111098282610c9e565b610b825760405163e2517d3f60e01b81526001600160a01b0382166004820152602481018390526044016105cd565b60015460ff16610f2457604051638dfc202b60e01b815260040160405180910390fd5b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c15610f2457604051633ee5aeb560e01b815260040160405180910390fd5b80825d5050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411156111db57505f91506003905082611260565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa15801561122c573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b03811661125757505f925060019150829050611260565b92505f91508190505b9450945094915050565b5f306001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000161480156112c257507f000000000000000000000000000000000000000000000000000000000000000046145b156112ec57507f000000000000000000000000000000000000000000000000000000000000000090565b6110cf604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60605f61139f836113d0565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b5f60ff8216601f81111561050e57604051632cd44ac360e21b815260040160405180910390fd5b5f60208284031215611407575f5ffd5b81356001600160e01b03198116811461141e575f5ffd5b9392505050565b5f60208284031215611435575f5ffd5b5035919050565b80356001600160a01b0381168114611452575f5ffd5b919050565b5f5f60408385031215611468575f5ffd5b823591506114786020840161143c565b90509250929050565b5f5f5f60608486031215611493575f5ffd5b833592506114a36020850161143c565b9150604084013590509250925092565b5f60c082840312156114c3575f5ffd5b50919050565b5f5f5f60e084860312156114db575f5ffd5b6114e585856114b3565b925060c084013567ffffffffffffffff811115611500575f5ffd5b8401601f81018613611510575f5ffd5b803567ffffffffffffffff811115611526575f5ffd5b866020828401011115611537575f5ffd5b939660209190910195509293505050565b5f60208284031215611558575f5ffd5b61141e8261143c565b5f60c08284031215611571575f5ffd5b61141e83836114b3565b5f81518084528060208401602086015e5f602082860101526020601f19601f83011685010191505092915050565b60ff60f81b8816815260e060208201525f6115c760e083018961157b565b82810360408401526115d9818961157b565b606084018890526001600160a01b038716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b8181101561162e578351835260209384019390920191600101611610565b50909b9a5050505050505050505050565b5f5f60408385031215611650575f5ffd5b6116598361143c565b946020939093013593505050565b634e487b7160e01b5f52601160045260245ffd5b8082018082111561050e5761050e611667565b8181038181111561050e5761050e611667565b5f602082840312156116b1575f5ffd5b813567ffffffffffffffff8116811461141e575f5ffd5b634e487b7160e01b5f52602160045260245ffdfea2646970667358221220d078faa7571f60a01c82c9cf82b463ff6249f757bfd5caf687e775963f0d78e864736f6c63430008250033",
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
// Solidity: function renounceRole(bytes32 role, address callerConfirmation) returns()
func (vitrinePayments *VitrinePayments) PackRenounceRole(role [32]byte, callerConfirmation common.Address) []byte {
	enc, err := vitrinePayments.abi.Pack("renounceRole", role, callerConfirmation)
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
func (vitrinePayments *VitrinePayments) TryPackRenounceRole(role [32]byte, callerConfirmation common.Address) ([]byte, error) {
	return vitrinePayments.abi.Pack("renounceRole", role, callerConfirmation)
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

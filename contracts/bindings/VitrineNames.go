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

// VitrineNamesMetaData contains all meta data concerning the VitrineNames contract.
var VitrineNamesMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"OwnableInvalidOwner\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"OwnableUnauthorizedAccount\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"a\",\"type\":\"address\"}],\"name\":\"AddrChanged\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"},{\"indexed\":false,\"internalType\":\"address\",\"name\":\"resolver\",\"type\":\"address\"}],\"name\":\"NewResolver\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"previousOwner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"newOwner\",\"type\":\"address\"}],\"name\":\"OwnershipTransferred\",\"type\":\"event\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"}],\"name\":\"addr\",\"outputs\":[{\"internalType\":\"addresspayable\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"owner\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"renounceOwnership\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"}],\"name\":\"resolver\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"},{\"internalType\":\"addresspayable\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"setAddr\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes32\",\"name\":\"node\",\"type\":\"bytes32\"},{\"internalType\":\"address\",\"name\":\"target\",\"type\":\"address\"}],\"name\":\"setResolver\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"bytes4\",\"name\":\"interfaceId\",\"type\":\"bytes4\"}],\"name\":\"supportsInterface\",\"outputs\":[{\"internalType\":\"bool\",\"name\":\"\",\"type\":\"bool\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"newOwner\",\"type\":\"address\"}],\"name\":\"transferOwnership\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"}]",
	ID:  "VitrineNames",
	Bin: "0x6080604052348015600e575f5ffd5b50604051610533380380610533833981016040819052602b9160b4565b806001600160a01b038116605857604051631e4fbdf760e01b81525f600482015260240160405180910390fd5b605f816065565b505060df565b5f80546001600160a01b038381166001600160a01b0319831681178455604051919092169283917f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09190a35050565b5f6020828403121560c3575f5ffd5b81516001600160a01b038116811460d8575f5ffd5b9392505050565b610447806100ec5f395ff3fe608060405234801561000f575f5ffd5b5060043610610085575f3560e01c8063715018a611610058578063715018a61461012e5780638da5cb5b14610136578063d5fa2b0014610146578063f2fde38b14610159575f5ffd5b80630178b8bf1461008957806301ffc9a7146100ce5780631896f70a146100f15780633b3b57de14610106575b5f5ffd5b6100b161009736600461036f565b60016020525f90815260409020546001600160a01b031681565b6040516001600160a01b0390911681526020015b60405180910390f35b6100e16100dc366004610386565b61016c565b60405190151581526020016100c5565b6101046100ff3660046103c8565b6101a2565b005b6100b161011436600461036f565b60026020525f90815260409020546001600160a01b031681565b61010461020d565b5f546001600160a01b03166100b1565b6101046101543660046103c8565b610220565b6101046101673660046103f6565b6102b2565b5f6001600160e01b03198216631d9dabef60e11b148061019c57506301ffc9a760e01b6001600160e01b03198316145b92915050565b6101aa6102f4565b5f8281526001602090815260409182902080546001600160a01b0319166001600160a01b038516908117909155915191825283917f335721b01866dc23fbee8b6b2c7b1e14d6f05c28cd35a2c934239f94095602a0910160405180910390a25050565b6102156102f4565b61021e5f610320565b565b6102286102f4565b5f8281526002602090815260409182902080546001600160a01b0319166001600160a01b038516908117909155915191825283917f52d7d861f09ab3d26239d492e8968629f95e9e318cf0b73bfddc441522a15fd2910160405180910390a25f828152600160205260409020546001600160a01b031630146102ae576102ae82306101a2565b5050565b6102ba6102f4565b6001600160a01b0381166102e857604051631e4fbdf760e01b81525f60048201526024015b60405180910390fd5b6102f181610320565b50565b5f546001600160a01b0316331461021e5760405163118cdaa760e01b81523360048201526024016102df565b5f80546001600160a01b038381166001600160a01b0319831681178455604051919092169283917f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09190a35050565b5f6020828403121561037f575f5ffd5b5035919050565b5f60208284031215610396575f5ffd5b81356001600160e01b0319811681146103ad575f5ffd5b9392505050565b6001600160a01b03811681146102f1575f5ffd5b5f5f604083850312156103d9575f5ffd5b8235915060208301356103eb816103b4565b809150509250929050565b5f60208284031215610406575f5ffd5b81356103ad816103b456fea2646970667358221220fbaee5712943c5560d85fade871605ceeb2d1cd7685fc3967732fe1a733a3a8864736f6c63430008250033",
}

// VitrineNames is an auto generated Go binding around an Ethereum contract.
type VitrineNames struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *VitrineNames) GetABI() abi.ABI {
	return c.abi
}

// NewVitrineNames creates a new instance of VitrineNames.
func NewVitrineNames() *VitrineNames {
	parsed, err := VitrineNamesMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &VitrineNames{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *VitrineNames) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address owner_) returns()
func (vitrineNames *VitrineNames) PackConstructor(owner_ common.Address) []byte {
	enc, err := vitrineNames.abi.Pack("", owner_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3b3b57de.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function addr(bytes32 node) view returns(address)
func (vitrineNames *VitrineNames) PackAddr(node [32]byte) []byte {
	enc, err := vitrineNames.abi.Pack("addr", node)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x3b3b57de.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function addr(bytes32 node) view returns(address)
func (vitrineNames *VitrineNames) TryPackAddr(node [32]byte) ([]byte, error) {
	return vitrineNames.abi.Pack("addr", node)
}

// UnpackAddr is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x3b3b57de.
//
// Solidity: function addr(bytes32 node) view returns(address)
func (vitrineNames *VitrineNames) UnpackAddr(data []byte) (common.Address, error) {
	out, err := vitrineNames.abi.Unpack("addr", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (vitrineNames *VitrineNames) PackOwner() []byte {
	enc, err := vitrineNames.abi.Pack("owner")
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
func (vitrineNames *VitrineNames) TryPackOwner() ([]byte, error) {
	return vitrineNames.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (vitrineNames *VitrineNames) UnpackOwner(data []byte) (common.Address, error) {
	out, err := vitrineNames.abi.Unpack("owner", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackRenounceOwnership is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x715018a6.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function renounceOwnership() returns()
func (vitrineNames *VitrineNames) PackRenounceOwnership() []byte {
	enc, err := vitrineNames.abi.Pack("renounceOwnership")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackRenounceOwnership is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x715018a6.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function renounceOwnership() returns()
func (vitrineNames *VitrineNames) TryPackRenounceOwnership() ([]byte, error) {
	return vitrineNames.abi.Pack("renounceOwnership")
}

// PackResolver is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0178b8bf.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function resolver(bytes32 node) view returns(address)
func (vitrineNames *VitrineNames) PackResolver(node [32]byte) []byte {
	enc, err := vitrineNames.abi.Pack("resolver", node)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackResolver is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x0178b8bf.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function resolver(bytes32 node) view returns(address)
func (vitrineNames *VitrineNames) TryPackResolver(node [32]byte) ([]byte, error) {
	return vitrineNames.abi.Pack("resolver", node)
}

// UnpackResolver is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x0178b8bf.
//
// Solidity: function resolver(bytes32 node) view returns(address)
func (vitrineNames *VitrineNames) UnpackResolver(data []byte) (common.Address, error) {
	out, err := vitrineNames.abi.Unpack("resolver", data)
	if err != nil {
		return *new(common.Address), err
	}
	out0 := *abi.ConvertType(out[0], new(common.Address)).(*common.Address)
	return out0, nil
}

// PackSetAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd5fa2b00.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setAddr(bytes32 node, address target) returns()
func (vitrineNames *VitrineNames) PackSetAddr(node [32]byte, target common.Address) []byte {
	enc, err := vitrineNames.abi.Pack("setAddr", node, target)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetAddr is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xd5fa2b00.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setAddr(bytes32 node, address target) returns()
func (vitrineNames *VitrineNames) TryPackSetAddr(node [32]byte, target common.Address) ([]byte, error) {
	return vitrineNames.abi.Pack("setAddr", node, target)
}

// PackSetResolver is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1896f70a.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function setResolver(bytes32 node, address target) returns()
func (vitrineNames *VitrineNames) PackSetResolver(node [32]byte, target common.Address) []byte {
	enc, err := vitrineNames.abi.Pack("setResolver", node, target)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSetResolver is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x1896f70a.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function setResolver(bytes32 node, address target) returns()
func (vitrineNames *VitrineNames) TryPackSetResolver(node [32]byte, target common.Address) ([]byte, error) {
	return vitrineNames.abi.Pack("setResolver", node, target)
}

// PackSupportsInterface is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x01ffc9a7.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (vitrineNames *VitrineNames) PackSupportsInterface(interfaceId [4]byte) []byte {
	enc, err := vitrineNames.abi.Pack("supportsInterface", interfaceId)
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
func (vitrineNames *VitrineNames) TryPackSupportsInterface(interfaceId [4]byte) ([]byte, error) {
	return vitrineNames.abi.Pack("supportsInterface", interfaceId)
}

// UnpackSupportsInterface is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x01ffc9a7.
//
// Solidity: function supportsInterface(bytes4 interfaceId) view returns(bool)
func (vitrineNames *VitrineNames) UnpackSupportsInterface(data []byte) (bool, error) {
	out, err := vitrineNames.abi.Unpack("supportsInterface", data)
	if err != nil {
		return *new(bool), err
	}
	out0 := *abi.ConvertType(out[0], new(bool)).(*bool)
	return out0, nil
}

// PackTransferOwnership is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf2fde38b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferOwnership(address newOwner) returns()
func (vitrineNames *VitrineNames) PackTransferOwnership(newOwner common.Address) []byte {
	enc, err := vitrineNames.abi.Pack("transferOwnership", newOwner)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackTransferOwnership is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf2fde38b.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function transferOwnership(address newOwner) returns()
func (vitrineNames *VitrineNames) TryPackTransferOwnership(newOwner common.Address) ([]byte, error) {
	return vitrineNames.abi.Pack("transferOwnership", newOwner)
}

// VitrineNamesAddrChanged represents a AddrChanged event raised by the VitrineNames contract.
type VitrineNamesAddrChanged struct {
	Node [32]byte
	A    common.Address
	Raw  *types.Log // Blockchain specific contextual infos
}

const VitrineNamesAddrChangedEventName = "AddrChanged"

// ContractEventName returns the user-defined event name.
func (VitrineNamesAddrChanged) ContractEventName() string {
	return VitrineNamesAddrChangedEventName
}

// UnpackAddrChangedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event AddrChanged(bytes32 indexed node, address a)
func (vitrineNames *VitrineNames) UnpackAddrChangedEvent(log *types.Log) (*VitrineNamesAddrChanged, error) {
	event := "AddrChanged"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineNames.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineNamesAddrChanged)
	if len(log.Data) > 0 {
		if err := vitrineNames.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrineNames.abi.Events[event].Inputs {
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

// VitrineNamesNewResolver represents a NewResolver event raised by the VitrineNames contract.
type VitrineNamesNewResolver struct {
	Node     [32]byte
	Resolver common.Address
	Raw      *types.Log // Blockchain specific contextual infos
}

const VitrineNamesNewResolverEventName = "NewResolver"

// ContractEventName returns the user-defined event name.
func (VitrineNamesNewResolver) ContractEventName() string {
	return VitrineNamesNewResolverEventName
}

// UnpackNewResolverEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event NewResolver(bytes32 indexed node, address resolver)
func (vitrineNames *VitrineNames) UnpackNewResolverEvent(log *types.Log) (*VitrineNamesNewResolver, error) {
	event := "NewResolver"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineNames.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineNamesNewResolver)
	if len(log.Data) > 0 {
		if err := vitrineNames.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrineNames.abi.Events[event].Inputs {
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

// VitrineNamesOwnershipTransferred represents a OwnershipTransferred event raised by the VitrineNames contract.
type VitrineNamesOwnershipTransferred struct {
	PreviousOwner common.Address
	NewOwner      common.Address
	Raw           *types.Log // Blockchain specific contextual infos
}

const VitrineNamesOwnershipTransferredEventName = "OwnershipTransferred"

// ContractEventName returns the user-defined event name.
func (VitrineNamesOwnershipTransferred) ContractEventName() string {
	return VitrineNamesOwnershipTransferredEventName
}

// UnpackOwnershipTransferredEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)
func (vitrineNames *VitrineNames) UnpackOwnershipTransferredEvent(log *types.Log) (*VitrineNamesOwnershipTransferred, error) {
	event := "OwnershipTransferred"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrineNames.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrineNamesOwnershipTransferred)
	if len(log.Data) > 0 {
		if err := vitrineNames.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrineNames.abi.Events[event].Inputs {
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
func (vitrineNames *VitrineNames) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], vitrineNames.abi.Errors["OwnableInvalidOwner"].ID.Bytes()[:4]) {
		return vitrineNames.UnpackOwnableInvalidOwnerError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrineNames.abi.Errors["OwnableUnauthorizedAccount"].ID.Bytes()[:4]) {
		return vitrineNames.UnpackOwnableUnauthorizedAccountError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// VitrineNamesOwnableInvalidOwner represents a OwnableInvalidOwner error raised by the VitrineNames contract.
type VitrineNamesOwnableInvalidOwner struct {
	Owner common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error OwnableInvalidOwner(address owner)
func VitrineNamesOwnableInvalidOwnerErrorID() common.Hash {
	return common.HexToHash("0x1e4fbdf7f3ef8bcaa855599e3abf48b232380f183f08f6f813d9ffa5bd585188")
}

// UnpackOwnableInvalidOwnerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error OwnableInvalidOwner(address owner)
func (vitrineNames *VitrineNames) UnpackOwnableInvalidOwnerError(raw []byte) (*VitrineNamesOwnableInvalidOwner, error) {
	out := new(VitrineNamesOwnableInvalidOwner)
	if err := vitrineNames.abi.UnpackIntoInterface(out, "OwnableInvalidOwner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrineNamesOwnableUnauthorizedAccount represents a OwnableUnauthorizedAccount error raised by the VitrineNames contract.
type VitrineNamesOwnableUnauthorizedAccount struct {
	Account common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error OwnableUnauthorizedAccount(address account)
func VitrineNamesOwnableUnauthorizedAccountErrorID() common.Hash {
	return common.HexToHash("0x118cdaa7a341953d1887a2245fd6665d741c67c8c50581daa59e1d03373fa188")
}

// UnpackOwnableUnauthorizedAccountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error OwnableUnauthorizedAccount(address account)
func (vitrineNames *VitrineNames) UnpackOwnableUnauthorizedAccountError(raw []byte) (*VitrineNamesOwnableUnauthorizedAccount, error) {
	out := new(VitrineNamesOwnableUnauthorizedAccount)
	if err := vitrineNames.abi.UnpackIntoInterface(out, "OwnableUnauthorizedAccount", raw); err != nil {
		return nil, err
	}
	return out, nil
}

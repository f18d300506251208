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

// VitrinePriceFeedMetaData contains all meta data concerning the VitrinePriceFeed contract.
var VitrinePriceFeedMetaData = bind.MetaData{
	ABI: "[{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner_\",\"type\":\"address\"}],\"stateMutability\":\"nonpayable\",\"type\":\"constructor\"},{\"inputs\":[{\"internalType\":\"int256\",\"name\":\"answer\",\"type\":\"int256\"}],\"name\":\"InvalidAnswer\",\"type\":\"error\"},{\"inputs\":[],\"name\":\"NoDataPresent\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"owner\",\"type\":\"address\"}],\"name\":\"OwnableInvalidOwner\",\"type\":\"error\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"account\",\"type\":\"address\"}],\"name\":\"OwnableUnauthorizedAccount\",\"type\":\"error\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"int256\",\"name\":\"current\",\"type\":\"int256\"},{\"indexed\":true,\"internalType\":\"uint256\",\"name\":\"roundId\",\"type\":\"uint256\"},{\"indexed\":false,\"internalType\":\"uint256\",\"name\":\"updatedAt\",\"type\":\"uint256\"}],\"name\":\"AnswerUpdated\",\"type\":\"event\"},{\"anonymous\":false,\"inputs\":[{\"indexed\":true,\"internalType\":\"address\",\"name\":\"previousOwner\",\"type\":\"address\"},{\"indexed\":true,\"internalType\":\"address\",\"name\":\"newOwner\",\"type\":\"address\"}],\"name\":\"OwnershipTransferred\",\"type\":\"event\"},{\"inputs\":[],\"name\":\"decimals\",\"outputs\":[{\"internalType\":\"uint8\",\"name\":\"\",\"type\":\"uint8\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"description\",\"outputs\":[{\"internalType\":\"string\",\"name\":\"\",\"type\":\"string\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"uint80\",\"name\":\"roundId_\",\"type\":\"uint80\"}],\"name\":\"getRoundData\",\"outputs\":[{\"internalType\":\"uint80\",\"name\":\"roundId\",\"type\":\"uint80\"},{\"internalType\":\"int256\",\"name\":\"answer\",\"type\":\"int256\"},{\"internalType\":\"uint256\",\"name\":\"startedAt\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"updatedAt\",\"type\":\"uint256\"},{\"internalType\":\"uint80\",\"name\":\"answeredInRound\",\"type\":\"uint80\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"latestRoundData\",\"outputs\":[{\"internalType\":\"uint80\",\"name\":\"roundId\",\"type\":\"uint80\"},{\"internalType\":\"int256\",\"name\":\"answer\",\"type\":\"int256\"},{\"internalType\":\"uint256\",\"name\":\"startedAt\",\"type\":\"uint256\"},{\"internalType\":\"uint256\",\"name\":\"updatedAt\",\"type\":\"uint256\"},{\"internalType\":\"uint80\",\"name\":\"answeredInRound\",\"type\":\"uint80\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"owner\",\"outputs\":[{\"internalType\":\"address\",\"name\":\"\",\"type\":\"address\"}],\"stateMutability\":\"view\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"renounceOwnership\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"int256\",\"name\":\"answer\",\"type\":\"int256\"}],\"name\":\"set\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[{\"internalType\":\"address\",\"name\":\"newOwner\",\"type\":\"address\"}],\"name\":\"transferOwnership\",\"outputs\":[],\"stateMutability\":\"nonpayable\",\"type\":\"function\"},{\"inputs\":[],\"name\":\"version\",\"outputs\":[{\"internalType\":\"uint256\",\"name\":\"\",\"type\":\"uint256\"}],\"stateMutability\":\"view\",\"type\":\"function\"}]",
	ID:  "VitrinePriceFeed",
	Bin: "0x6080604052348015600e575f5ffd5b5060405161061a38038061061a833981016040819052602b9160b4565b806001600160a01b038116605857604051631e4fbdf760e01b81525f600482015260240160405180910390fd5b605f816065565b505060df565b5f80546001600160a01b038381166001600160a01b0319831681178455604051919092169283917f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09190a35050565b5f6020828403121560c3575f5ffd5b81516001600160a01b038116811460d8575f5ffd5b9392505050565b61052e806100ec5f395ff3fe608060405234801561000f575f5ffd5b5060043610610090575f3560e01c80638da5cb5b116100635780638da5cb5b146100e85780639a6fc8f514610102578063e5c19b2d14610149578063f2fde38b1461015c578063feaf968c1461016f575f5ffd5b8063313ce5671461009457806354fd4d50146100b3578063715018a6146100c95780637284e416146100d3575b5f5ffd5b61009c600881565b60405160ff90911681526020015b60405180910390f35b6100bb600181565b6040519081526020016100aa565b6100d1610177565b005b6100db61018a565b6040516100aa91906103f2565b5f546040516001600160a01b0390911681526020016100aa565b610115610110366004610427565b6101a6565b604080516001600160501b03968716815260208101959095528401929092526060830152909116608082015260a0016100aa565b6100d1610157366004610454565b610237565b6100d161016a36600461046b565b610316565b610115610353565b61017f610377565b6101885f6103a3565b565b6040518060600160405280602281526020016104d76022913981565b5f808080806001600160501b03861615806101cb57506001546001600160501b038716115b156101e85760405162bb258760e81b815260040160405180910390fd5b5f60016101f58189610491565b6001600160501b03168154811061020e5761020e6104c2565b5f9182526020909120600290910201805460019091015497989097965086955088945092505050565b61023f610377565b5f8113610267576040516309e4f14960e11b8152600481018290526024015b60405180910390fd5b6040805180820182528281524260208083018281526001805480820182555f82905294517fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf660029096029586015590517fb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf7909401939093559154925190815283917f0559884fd3a460db3073b7fc896cc77986f16e378210ded43186175bf646fc5f910160405180910390a350565b61031e610377565b6001600160a01b03811661034757604051631e4fbdf760e01b81525f600482015260240161025e565b610350816103a3565b50565b5f5f5f5f5f6103666001805490506101a6565b945094509450945094509091929394565b5f546001600160a01b031633146101885760405163118cdaa760e01b815233600482015260240161025e565b5f80546001600160a01b038381166001600160a01b0319831681178455604051919092169283917f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09190a35050565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b5f60208284031215610437575f5ffd5b81356001600160501b038116811461044d575f5ffd5b9392505050565b5f60208284031215610464575f5ffd5b5035919050565b5f6020828403121561047b575f5ffd5b81356001600160a01b038116811461044d575f5ffd5b6001600160501b0382811682821603908111156104bc57634e487b7160e01b5f52601160045260245ffd5b92915050565b634e487b7160e01b5f52603260045260245ffdfe455448202f20555344202856697472696e65206c6f63616c207374616e642d696e29a26469706673582212201b8088e8cf443ff0f4a201099b23f6a9b8f7cd89a09371e26fe3db4696caad2864736f6c63430008250033",
}

// VitrinePriceFeed is an auto generated Go binding around an Ethereum contract.
type VitrinePriceFeed struct {
	abi abi.ABI
}

// GetABI returns the ABI associated with this contract binding.
func (c *VitrinePriceFeed) GetABI() abi.ABI {
	return c.abi
}

// NewVitrinePriceFeed creates a new instance of VitrinePriceFeed.
func NewVitrinePriceFeed() *VitrinePriceFeed {
	parsed, err := VitrinePriceFeedMetaData.ParseABI()
	if err != nil {
		panic(errors.New("invalid ABI: " + err.Error()))
	}
	return &VitrinePriceFeed{abi: *parsed}
}

// Instance creates a wrapper for a deployed contract instance at the given address.
// Use this to create the instance object passed to abigen v2 library functions Call, Transact, etc.
func (c *VitrinePriceFeed) Instance(backend bind.ContractBackend, addr common.Address) *bind.BoundContract {
	return bind.NewBoundContract(addr, c.abi, backend, backend, backend)
}

// PackConstructor is the Go binding used to pack the parameters required for
// contract deployment.
//
// Solidity: constructor(address owner_) returns()
func (vitrinePriceFeed *VitrinePriceFeed) PackConstructor(owner_ common.Address) []byte {
	enc, err := vitrinePriceFeed.abi.Pack("", owner_)
	if err != nil {
		panic(err)
	}
	return enc
}

// PackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function decimals() view returns(uint8)
func (vitrinePriceFeed *VitrinePriceFeed) PackDecimals() []byte {
	enc, err := vitrinePriceFeed.abi.Pack("decimals")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDecimals is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x313ce567.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function decimals() view returns(uint8)
func (vitrinePriceFeed *VitrinePriceFeed) TryPackDecimals() ([]byte, error) {
	return vitrinePriceFeed.abi.Pack("decimals")
}

// UnpackDecimals is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x313ce567.
//
// Solidity: function decimals() view returns(uint8)
func (vitrinePriceFeed *VitrinePriceFeed) UnpackDecimals(data []byte) (uint8, error) {
	out, err := vitrinePriceFeed.abi.Unpack("decimals", data)
	if err != nil {
		return *new(uint8), err
	}
	out0 := *abi.ConvertType(out[0], new(uint8)).(*uint8)
	return out0, nil
}

// PackDescription is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7284e416.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function description() view returns(string)
func (vitrinePriceFeed *VitrinePriceFeed) PackDescription() []byte {
	enc, err := vitrinePriceFeed.abi.Pack("description")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackDescription is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x7284e416.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function description() view returns(string)
func (vitrinePriceFeed *VitrinePriceFeed) TryPackDescription() ([]byte, error) {
	return vitrinePriceFeed.abi.Pack("description")
}

// UnpackDescription is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x7284e416.
//
// Solidity: function description() view returns(string)
func (vitrinePriceFeed *VitrinePriceFeed) UnpackDescription(data []byte) (string, error) {
	out, err := vitrinePriceFeed.abi.Unpack("description", data)
	if err != nil {
		return *new(string), err
	}
	out0 := *abi.ConvertType(out[0], new(string)).(*string)
	return out0, nil
}

// PackGetRoundData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9a6fc8f5.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function getRoundData(uint80 roundId_) view returns(uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
func (vitrinePriceFeed *VitrinePriceFeed) PackGetRoundData(roundId *big.Int) []byte {
	enc, err := vitrinePriceFeed.abi.Pack("getRoundData", roundId)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackGetRoundData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x9a6fc8f5.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function getRoundData(uint80 roundId_) view returns(uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
func (vitrinePriceFeed *VitrinePriceFeed) TryPackGetRoundData(roundId *big.Int) ([]byte, error) {
	return vitrinePriceFeed.abi.Pack("getRoundData", roundId)
}

// GetRoundDataOutput serves as a container for the return parameters of contract
// method GetRoundData.
type GetRoundDataOutput struct {
	RoundId         *big.Int
	Answer          *big.Int
	StartedAt       *big.Int
	UpdatedAt       *big.Int
	AnsweredInRound *big.Int
}

// UnpackGetRoundData is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x9a6fc8f5.
//
// Solidity: function getRoundData(uint80 roundId_) view returns(uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
func (vitrinePriceFeed *VitrinePriceFeed) UnpackGetRoundData(data []byte) (GetRoundDataOutput, error) {
	out, err := vitrinePriceFeed.abi.Unpack("getRoundData", data)
	outstruct := new(GetRoundDataOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.RoundId = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Answer = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.StartedAt = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.UpdatedAt = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	outstruct.AnsweredInRound = abi.ConvertType(out[4], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackLatestRoundData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfeaf968c.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function latestRoundData() view returns(uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
func (vitrinePriceFeed *VitrinePriceFeed) PackLatestRoundData() []byte {
	enc, err := vitrinePriceFeed.abi.Pack("latestRoundData")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackLatestRoundData is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xfeaf968c.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function latestRoundData() view returns(uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
func (vitrinePriceFeed *VitrinePriceFeed) TryPackLatestRoundData() ([]byte, error) {
	return vitrinePriceFeed.abi.Pack("latestRoundData")
}

// LatestRoundDataOutput serves as a container for the return parameters of contract
// method LatestRoundData.
type LatestRoundDataOutput struct {
	RoundId         *big.Int
	Answer          *big.Int
	StartedAt       *big.Int
	UpdatedAt       *big.Int
	AnsweredInRound *big.Int
}

// UnpackLatestRoundData is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0xfeaf968c.
//
// Solidity: function latestRoundData() view returns(uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
func (vitrinePriceFeed *VitrinePriceFeed) UnpackLatestRoundData(data []byte) (LatestRoundDataOutput, error) {
	out, err := vitrinePriceFeed.abi.Unpack("latestRoundData", data)
	outstruct := new(LatestRoundDataOutput)
	if err != nil {
		return *outstruct, err
	}
	outstruct.RoundId = abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	outstruct.Answer = abi.ConvertType(out[1], new(big.Int)).(*big.Int)
	outstruct.StartedAt = abi.ConvertType(out[2], new(big.Int)).(*big.Int)
	outstruct.UpdatedAt = abi.ConvertType(out[3], new(big.Int)).(*big.Int)
	outstruct.AnsweredInRound = abi.ConvertType(out[4], new(big.Int)).(*big.Int)
	return *outstruct, nil
}

// PackOwner is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x8da5cb5b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function owner() view returns(address)
func (vitrinePriceFeed *VitrinePriceFeed) PackOwner() []byte {
	enc, err := vitrinePriceFeed.abi.Pack("owner")
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
func (vitrinePriceFeed *VitrinePriceFeed) TryPackOwner() ([]byte, error) {
	return vitrinePriceFeed.abi.Pack("owner")
}

// UnpackOwner is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x8da5cb5b.
//
// Solidity: function owner() view returns(address)
func (vitrinePriceFeed *VitrinePriceFeed) UnpackOwner(data []byte) (common.Address, error) {
	out, err := vitrinePriceFeed.abi.Unpack("owner", data)
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
func (vitrinePriceFeed *VitrinePriceFeed) PackRenounceOwnership() []byte {
	enc, err := vitrinePriceFeed.abi.Pack("renounceOwnership")
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
func (vitrinePriceFeed *VitrinePriceFeed) TryPackRenounceOwnership() ([]byte, error) {
	return vitrinePriceFeed.abi.Pack("renounceOwnership")
}

// PackSet is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe5c19b2d.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function set(int256 answer) returns()
func (vitrinePriceFeed *VitrinePriceFeed) PackSet(answer *big.Int) []byte {
	enc, err := vitrinePriceFeed.abi.Pack("set", answer)
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackSet is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xe5c19b2d.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function set(int256 answer) returns()
func (vitrinePriceFeed *VitrinePriceFeed) TryPackSet(answer *big.Int) ([]byte, error) {
	return vitrinePriceFeed.abi.Pack("set", answer)
}

// PackTransferOwnership is the Go binding used to pack the parameters required for calling
// the contract method with ID 0xf2fde38b.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function transferOwnership(address newOwner) returns()
func (vitrinePriceFeed *VitrinePriceFeed) PackTransferOwnership(newOwner common.Address) []byte {
	enc, err := vitrinePriceFeed.abi.Pack("transferOwnership", newOwner)
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
func (vitrinePriceFeed *VitrinePriceFeed) TryPackTransferOwnership(newOwner common.Address) ([]byte, error) {
	return vitrinePriceFeed.abi.Pack("transferOwnership", newOwner)
}

// PackVersion is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x54fd4d50.  This method will panic if any
// invalid/nil inputs are passed.
//
// Solidity: function version() view returns(uint256)
func (vitrinePriceFeed *VitrinePriceFeed) PackVersion() []byte {
	enc, err := vitrinePriceFeed.abi.Pack("version")
	if err != nil {
		panic(err)
	}
	return enc
}

// TryPackVersion is the Go binding used to pack the parameters required for calling
// the contract method with ID 0x54fd4d50.  This method will return an error
// if any inputs are invalid/nil.
//
// Solidity: function version() view returns(uint256)
func (vitrinePriceFeed *VitrinePriceFeed) TryPackVersion() ([]byte, error) {
	return vitrinePriceFeed.abi.Pack("version")
}

// UnpackVersion is the Go binding that unpacks the parameters returned
// from invoking the contract method with ID 0x54fd4d50.
//
// Solidity: function version() view returns(uint256)
func (vitrinePriceFeed *VitrinePriceFeed) UnpackVersion(data []byte) (*big.Int, error) {
	out, err := vitrinePriceFeed.abi.Unpack("version", data)
	if err != nil {
		return new(big.Int), err
	}
	out0 := abi.ConvertType(out[0], new(big.Int)).(*big.Int)
	return out0, nil
}

// VitrinePriceFeedAnswerUpdated represents a AnswerUpdated event raised by the VitrinePriceFeed contract.
type VitrinePriceFeedAnswerUpdated struct {
	Current   *big.Int
	RoundId   *big.Int
	UpdatedAt *big.Int
	Raw       *types.Log // Blockchain specific contextual infos
}

const VitrinePriceFeedAnswerUpdatedEventName = "AnswerUpdated"

// ContractEventName returns the user-defined event name.
func (VitrinePriceFeedAnswerUpdated) ContractEventName() string {
	return VitrinePriceFeedAnswerUpdatedEventName
}

// UnpackAnswerUpdatedEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt)
func (vitrinePriceFeed *VitrinePriceFeed) UnpackAnswerUpdatedEvent(log *types.Log) (*VitrinePriceFeedAnswerUpdated, error) {
	event := "AnswerUpdated"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePriceFeed.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePriceFeedAnswerUpdated)
	if len(log.Data) > 0 {
		if err := vitrinePriceFeed.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePriceFeed.abi.Events[event].Inputs {
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

// VitrinePriceFeedOwnershipTransferred represents a OwnershipTransferred event raised by the VitrinePriceFeed contract.
type VitrinePriceFeedOwnershipTransferred struct {
	PreviousOwner common.Address
	NewOwner      common.Address
	Raw           *types.Log // Blockchain specific contextual infos
}

const VitrinePriceFeedOwnershipTransferredEventName = "OwnershipTransferred"

// ContractEventName returns the user-defined event name.
func (VitrinePriceFeedOwnershipTransferred) ContractEventName() string {
	return VitrinePriceFeedOwnershipTransferredEventName
}

// UnpackOwnershipTransferredEvent is the Go binding that unpacks the event data emitted
// by contract.
//
// Solidity: event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)
func (vitrinePriceFeed *VitrinePriceFeed) UnpackOwnershipTransferredEvent(log *types.Log) (*VitrinePriceFeedOwnershipTransferred, error) {
	event := "OwnershipTransferred"
	if len(log.Topics) == 0 {
		return nil, bind.ErrNoEventSignature
	}
	if log.Topics[0] != vitrinePriceFeed.abi.Events[event].ID {
		return nil, bind.ErrEventSignatureMismatch
	}
	out := new(VitrinePriceFeedOwnershipTransferred)
	if len(log.Data) > 0 {
		if err := vitrinePriceFeed.abi.UnpackIntoInterface(out, event, log.Data); err != nil {
			return nil, err
		}
	}
	var indexed abi.Arguments
	for _, arg := range vitrinePriceFeed.abi.Events[event].Inputs {
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
func (vitrinePriceFeed *VitrinePriceFeed) UnpackError(raw []byte) (any, error) {
	if bytes.Equal(raw[:4], vitrinePriceFeed.abi.Errors["InvalidAnswer"].ID.Bytes()[:4]) {
		return vitrinePriceFeed.UnpackInvalidAnswerError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePriceFeed.abi.Errors["NoDataPresent"].ID.Bytes()[:4]) {
		return vitrinePriceFeed.UnpackNoDataPresentError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePriceFeed.abi.Errors["OwnableInvalidOwner"].ID.Bytes()[:4]) {
		return vitrinePriceFeed.UnpackOwnableInvalidOwnerError(raw[4:])
	}
	if bytes.Equal(raw[:4], vitrinePriceFeed.abi.Errors["OwnableUnauthorizedAccount"].ID.Bytes()[:4]) {
		return vitrinePriceFeed.UnpackOwnableUnauthorizedAccountError(raw[4:])
	}
	return nil, errors.New("Unknown error")
}

// VitrinePriceFeedInvalidAnswer represents a InvalidAnswer error raised by the VitrinePriceFeed contract.
type VitrinePriceFeedInvalidAnswer struct {
	Answer *big.Int
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error InvalidAnswer(int256 answer)
func VitrinePriceFeedInvalidAnswerErrorID() common.Hash {
	return common.HexToHash("0x13c9e292d8d17d3ab79cc7c9c02085fa3aa42ca62deaac5b6954bd8bb58726ee")
}

// UnpackInvalidAnswerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error InvalidAnswer(int256 answer)
func (vitrinePriceFeed *VitrinePriceFeed) UnpackInvalidAnswerError(raw []byte) (*VitrinePriceFeedInvalidAnswer, error) {
	out := new(VitrinePriceFeedInvalidAnswer)
	if err := vitrinePriceFeed.abi.UnpackIntoInterface(out, "InvalidAnswer", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePriceFeedNoDataPresent represents a NoDataPresent error raised by the VitrinePriceFeed contract.
type VitrinePriceFeedNoDataPresent struct {
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error NoDataPresent()
func VitrinePriceFeedNoDataPresentErrorID() common.Hash {
	return common.HexToHash("0xbb258700699f4449978821f51700c766295ef133e7bb6177607142c8d88db786")
}

// UnpackNoDataPresentError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error NoDataPresent()
func (vitrinePriceFeed *VitrinePriceFeed) UnpackNoDataPresentError(raw []byte) (*VitrinePriceFeedNoDataPresent, error) {
	out := new(VitrinePriceFeedNoDataPresent)
	if err := vitrinePriceFeed.abi.UnpackIntoInterface(out, "NoDataPresent", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePriceFeedOwnableInvalidOwner represents a OwnableInvalidOwner error raised by the VitrinePriceFeed contract.
type VitrinePriceFeedOwnableInvalidOwner struct {
	Owner common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error OwnableInvalidOwner(address owner)
func VitrinePriceFeedOwnableInvalidOwnerErrorID() common.Hash {
	return common.HexToHash("0x1e4fbdf7f3ef8bcaa855599e3abf48b232380f183f08f6f813d9ffa5bd585188")
}

// UnpackOwnableInvalidOwnerError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error OwnableInvalidOwner(address owner)
func (vitrinePriceFeed *VitrinePriceFeed) UnpackOwnableInvalidOwnerError(raw []byte) (*VitrinePriceFeedOwnableInvalidOwner, error) {
	out := new(VitrinePriceFeedOwnableInvalidOwner)
	if err := vitrinePriceFeed.abi.UnpackIntoInterface(out, "OwnableInvalidOwner", raw); err != nil {
		return nil, err
	}
	return out, nil
}

// VitrinePriceFeedOwnableUnauthorizedAccount represents a OwnableUnauthorizedAccount error raised by the VitrinePriceFeed contract.
type VitrinePriceFeedOwnableUnauthorizedAccount struct {
	Account common.Address
}

// ErrorID returns the hash of canonical representation of the error's signature.
//
// Solidity: error OwnableUnauthorizedAccount(address account)
func VitrinePriceFeedOwnableUnauthorizedAccountErrorID() common.Hash {
	return common.HexToHash("0x118cdaa7a341953d1887a2245fd6665d741c67c8c50581daa59e1d03373fa188")
}

// UnpackOwnableUnauthorizedAccountError is the Go binding used to decode the provided
// error data into the corresponding Go error struct.
//
// Solidity: error OwnableUnauthorizedAccount(address account)
func (vitrinePriceFeed *VitrinePriceFeed) UnpackOwnableUnauthorizedAccountError(raw []byte) (*VitrinePriceFeedOwnableUnauthorizedAccount, error) {
	out := new(VitrinePriceFeedOwnableUnauthorizedAccount)
	if err := vitrinePriceFeed.abi.UnpackIntoInterface(out, "OwnableUnauthorizedAccount", raw); err != nil {
		return nil, err
	}
	return out, nil
}
